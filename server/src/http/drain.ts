/** Drains a server at shutdown: requests in flight may finish, but none can delay the shutdown for long. */
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MS = 50;

/** Stops accepting connections. Resolves once open requests have been answered or, after `withinMs`, cut off. */
export async function drain(app: FastifyInstance, withinMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs);
  // Without this, a connection that is answered after closing began would stay open for its next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(sweep);
  }
}
