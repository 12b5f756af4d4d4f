/** News and help: reads the files, overlays operators' versions, and fills in a live platform's configured facts. */
import type { Config } from '../../config/config.ts';
import { feature } from '../../platform/feature.ts';
import { Articles } from './articles.ts';
import { contentConsoleHandlers } from './console-handlers.ts';
import { CONTENT, readContent } from './files.ts';
import { keptConsents } from './data-export.ts';
import { contentHandlers } from './handlers.ts';
import type { ContentDeps } from './handlers.ts';
import { contentInvariants } from './invariants.ts';
import { PictureCache } from './picture-cache.ts';
import { readDrawings, servedPictures } from './pictures.ts';
import { isPictureShown } from './published.ts';

/** Support's promised response time; supplied by another feature. */
export const contentFeature = (answersWithinMs: number) =>
  feature({
    name: 'content',
    invariants: contentInvariants,
    exportSections: keptConsents,
    reexecution: () => ({ effectsAlone: ['agreements.consent'] }),
    serve: async ({ pool, submit, config, operatorStreams, denials, now, log }) => {
      const onError = (error: Error) => log('content: failed to read articles (retrying)', error);
      const drawings = readDrawings(CONTENT);
      const articles = new Articles({ pool, own: readContent(CONTENT), onError });
      await articles.start();
      const photos = new PictureCache({ pool });
      await photos.start(onError);
      return {
        calls: contentHandlers({
          ...{ pool, submit, articles, now },
          ...factsOf(config, answersWithinMs),
          isServiceOnline: () => operatorStreams.attended,
        }),
        consoleCalls: contentConsoleHandlers({
          ...{ pool, articles, denials, now },
          drawings: new Set(drawings.keys()),
        }),
        workers: [articles, photos],
        pictureAt: servedPictures(drawings, {
          find: (name) => photos.find(name),
          isShown: (name) => isPictureShown(name, { all: articles.all(), nowMs: now() }),
        }),
      };
    },
  });

function factsOf({ mode, house }: Config, answersWithinMs: number): Pick<ContentDeps, 'licence' | 'service'> {
  const { legalEntity, licenceNumber, registerUrl, service } = house ?? {};
  const configured =
    mode === 'live' && legalEntity !== undefined && licenceNumber !== undefined && registerUrl !== undefined;
  return {
    licence: configured ? { legalEntity, licenceNumber, registerUrl } : undefined,
    service: {
      hours: service?.hours ?? null,
      email: service?.email ?? null,
      answers_within_minutes: answersWithinMs / 60_000,
    },
  };
}
