/** Counters that many customers share. A command locks and raises them, and each must exist before a command uses it. */
import type { Pool } from '../db/pool.ts';

/** Creates missing counters at zero. */
export async function openCounters(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    'insert into counter (name, slot) select name, -1 from unnest($1::text[]) as u (name) on conflict do nothing',
    [names],
  );
}
