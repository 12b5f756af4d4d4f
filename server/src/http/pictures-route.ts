/**
 * Serves the pictures of articles. Whatever is in one, it is a picture: sent with a policy that lets nothing in it run or
 * load, also where somebody opens its address by itself.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import { answer, sendInSlices } from './answer.ts';
import { failure } from './failure.ts';

/** What lies at a name; `forEver`: nothing else ever will. */
export type PictureAt = (
  file: string,
) => Promise<{ readonly type: string; readonly bytes: Buffer; readonly forEver: boolean } | undefined>;

const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const PICTURES_PATH = '/api/content/pictures/:file';

export function mountPictures(
  app: FastifyInstance,
  { pictureAt, onError }: { readonly pictureAt: PictureAt; readonly onError: (error: Error) => void },
): void {
  app.get<{ Params: { file: string } }>(PICTURES_PATH, (request, reply) => {
    reply.hijack();
    pictureAt(request.params.file).then(
      (picture) => {
        if (picture === undefined) return answer(reply.raw, refuse('not_found'));
        const { type, bytes, forEver } = picture;
        reply.raw.writeHead(200, {
          ...HEADERS,
          'content-type': type,
          'content-length': bytes.length,
          'cache-control': forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        });
        sendInSlices(reply.raw, bytes);
      },
      (error: Error) => answer(reply.raw, failure(error, onError)),
    );
  });
}
