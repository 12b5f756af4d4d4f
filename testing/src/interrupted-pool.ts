/** A real pool that pauses after each answer, for tests of what happens between two reads. */
import type { Pool } from '../../server/src/db/pool.ts';

/** The pool's answers arrive only after `pause` has resolved. */
export function interrupted(pool: Pool, pause: () => Promise<unknown>): Pool {
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const slow = async (...asked: unknown[]): Promise<unknown> => {
    const answered = await query(...asked);
    await pause();
    return answered;
  };
  return new Proxy(pool, {
    get: (real, name) => (name === 'query' ? slow : (Reflect.get(real, name) as unknown)),
  });
}
