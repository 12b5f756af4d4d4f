/** Counters that many customers share. A command holds and raises them; each has to be there before the first one does. */
import type { Pool } from '../db/pool.ts';

/** Opens counters, each at nothing, where they are not there yet. */
export async function openCounters(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    'insert into counter (name, slot) select name, -1 from unnest($1::text[]) as u (name) on conflict do nothing',
    [names],
  );
}
