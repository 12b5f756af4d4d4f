/** Forgets visitors' conversations a month after their last word; the database says which those are. */
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { LIMITS } from '../../limits.ts';

/** Forgets what is old enough; answers how many conversations. */
export async function forgetVisitors(pool: Pool, atOnce: number = LIMITS.chat.forgetAtOnce): Promise<number> {
  const done = await pool.query<{ forgotten: number }>('select chat_forget_visitors($1) as forgotten', [
    atOnce,
  ]);
  const forgotten = done.rows[0]?.forgotten ?? 0;
  return forgotten < atOnce ? forgotten : forgotten + (await forgetVisitors(pool, atOnce));
}

/** Does so from time to time until stopped. */
export function startForgetting(options: {
  readonly pool: Pool;
  readonly onError: (error: Error) => void;
}): Periodic {
  const work = async (): Promise<void> => {
    await forgetVisitors(options.pool);
  };
  return every(LIMITS.chat.forgetEveryMs, work, options.onError);
}
