/** Deletes visitors' conversations a month after their last message. The database selects the conversations. */
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { limits } from './limits.ts';

/** Returns the number of conversations deleted, which is at most `atOnce`. */
export async function forgetVisitors(pool: Pool, atOnce: number = limits.forgetAtOnce): Promise<number> {
  const done = await pool.query<{ forgotten: number }>('select chat_forget_visitors($1) as forgotten', [
    atOnce,
  ]);
  const forgotten = done.rows[0]?.forgotten ?? 0;
  return forgotten < atOnce ? forgotten : forgotten + (await forgetVisitors(pool, atOnce));
}

export function startForgetting(options: {
  readonly pool: Pool;
  readonly onError: (error: Error) => void;
}): Periodic {
  const work = async (): Promise<void> => {
    await forgetVisitors(options.pool);
  };
  return every(limits.forgetEveryMs, work, options.onError);
}
