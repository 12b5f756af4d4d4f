/**
 * A picture that another app shares with the installed one is taken by its service worker and never comes here (`web/src/pwa`). Where
 * there is no worker, as in a browser that threw it away, the form does: nothing of it is read, and the page that it was meant for says
 * that the picture did not come along.
 */
import type { FastifyInstance } from 'fastify';

export const SHARE_PATH = '/share';
const PAGE = '/#/pages/uploadpayvoucher/index?shared=none';

export function mountShare(app: FastifyInstance): void {
  app.post(
    SHARE_PATH,
    {
      // Before a body would be read, which in this form nothing here can.
      onRequest: (_request, reply) => {
        void reply.code(303).header('location', PAGE).header('cache-control', 'no-store').send();
      },
    },
    () => undefined,
  );
}
