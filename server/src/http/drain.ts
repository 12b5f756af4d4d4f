/** Closing the door: open requests may end, but none keeps the rest of the house from being closed properly. */
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MS = 50;

/** Takes no new connections and resolves when the open requests are answered, or cut off after `withinMs`. */
export async function drain(app: FastifyInstance, withinMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs);
  // A connection that was answered after the closing began would otherwise be kept alive for its next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(sweep);
  }
}
