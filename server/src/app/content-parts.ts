/** News and help as a server has them: the files read, the versions of the house above them, what a live house is configured with. */
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';
import { Articles } from '../features/content/articles.ts';
import { CONTENT, readContent } from '../features/content/files.ts';
import type { ContentDeps } from '../features/content/handlers.ts';
import { PictureCache } from '../features/content/picture-cache.ts';
import { readDrawings, servedPictures } from '../features/content/pictures.ts';
import { isPictureShown } from '../features/content/published.ts';
import type { PictureAt } from '../http/pictures-route.ts';
import { LIMITS } from '../limits.ts';

export type ContentParts = ContentDeps & {
  readonly drawings: ReadonlySet<string>;
  readonly pictureAt: PictureAt;
};

type Given = {
  readonly pool: Pool;
  readonly config: Config;
  readonly isServiceOnline: () => boolean;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
  readonly closing: (() => Promise<unknown> | unknown)[];
};

export async function contentParts({
  pool,
  config,
  isServiceOnline,
  now,
  onError,
  closing,
}: Given): Promise<ContentParts> {
  const drawings = readDrawings(CONTENT);
  const articles = new Articles({ pool, own: readContent(CONTENT), onError });
  await articles.start();
  closing.push(() => articles.stop());
  const photos = new PictureCache({ pool });
  await photos.start(onError);
  closing.push(() => photos.stop());
  return {
    ...{ pool, articles, now },
    ...factsOf(config),
    isServiceOnline,
    drawings: new Set(drawings.keys()),
    pictureAt: servedPictures(drawings, {
      find: (name) => photos.find(name),
      isShown: (name) => isPictureShown(name, { all: articles.all(), nowMs: now() }),
    }),
  };
}

function factsOf({ mode, house }: Config): Pick<ContentDeps, 'licence' | 'service'> {
  const { legalEntity, licenceNumber, registerUrl, service } = house ?? {};
  const configured =
    mode === 'live' && legalEntity !== undefined && licenceNumber !== undefined && registerUrl !== undefined;
  return {
    licence: configured ? { legalEntity, licenceNumber, registerUrl } : undefined,
    service: {
      hours: service?.hours ?? null,
      email: service?.email ?? null,
      answers_within_minutes: LIMITS.chat.answerMs / 60_000,
    },
  };
}
