/** Counters shared by many customers. A command locks and raises them; each must exist before the first command uses it. */
import type { Pool } from '../db/pool.ts';

/** Opens missing counters at zero. */
export async function openCounters(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    'insert into counter (name, slot) select name, -1 from unnest($1::text[]) as u (name) on conflict do nothing',
    [names],
  );
}
