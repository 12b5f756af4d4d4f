/**
 * Serves the images of articles. Their content security policy keeps an image from running or loading anything, even if its URL
 * is opened directly.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { PictureAt } from '../calls/beside-calls.ts';
import { answer, sendInSlices } from './answer.ts';
import { failure } from './failure.ts';

const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
/** A photo never changes under its name, but it can be withdrawn. A day later, it is gone from every cache. */
const DAY_S = 86_400;
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
        const { type, bytes, isSame } = picture;
        reply.raw.writeHead(200, {
          ...HEADERS,
          'content-type': type,
          'content-length': bytes.length,
          'cache-control': isSame ? `public, max-age=${DAY_S}, immutable` : 'public, max-age=3600',
        });
        sendInSlices(reply.raw, bytes);
      },
      (error: Error) => answer(reply.raw, failure(error, onError)),
    );
  });
}
