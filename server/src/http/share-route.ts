/**
 * Receives images shared from other apps if no service worker does (`web/src/pwa`), for example because the browser has discarded
 * it. The form is not read, and the target page shows that the image didn't arrive.
 */
import type { FastifyInstance } from 'fastify';

export const SHARE_PATH = '/share';
const PAGE = '/#/pages/uploadpayvoucher/index?shared=none';

export function mountShare(app: FastifyInstance): void {
  app.post(
    SHARE_PATH,
    {
      // This runs before the body is read, because no parser here accepts its type.
      onRequest: (_request, reply) => {
        void reply.code(303).header('location', PAGE).header('cache-control', 'no-store').send();
      },
    },
    () => undefined,
  );
}
