/** Shutdown: requests in flight may finish, but none can keep the server from shutting down properly. */
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MS = 50;

/** Stops accepting connections and resolves once open requests are answered, or cut off after `withinMs`. */
export async function drain(app: FastifyInstance, withinMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs);
  // Otherwise a connection answered after closing began would be kept alive for its next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(sweep);
  }
}
