/**
 * Receives images shared from other apps if there is no service worker, which normally receives them (`web/src/pwa`); a browser
 * may have discarded it. The form then arrives here: nothing of it is read, and its target page shows that the image didn't
 * arrive.
 */
import type { FastifyInstance } from 'fastify';

export const SHARE_PATH = '/share';
const PAGE = '/#/pages/uploadpayvoucher/index?shared=none';

export function mountShare(app: FastifyInstance): void {
  app.post(
    SHARE_PATH,
    {
      // Runs before the body is read; no parser here accepts its type.
      onRequest: (_request, reply) => {
        void reply.code(303).header('location', PAGE).header('cache-control', 'no-store').send();
      },
    },
    () => undefined,
  );
}
