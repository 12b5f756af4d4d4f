/**
 * Assigns slots of the house accounts to a process, one per lane, by advisory locks that are held as long as the connection is
 * open. If two lanes shared a slot, they would lose no money but would wait for each other.
 */
import type { Connection, Pool } from './pool.ts';

const SLOT_LOCKS = 7_305_142;
const SLOTS = 16;

export type Slots = { readonly numbers: readonly number[]; readonly release: () => void };

/** Takes free slots. If there are too few, lanes share the last one. */
export async function takeSlots(pool: Pool, count: number): Promise<Slots> {
  const connection: Connection = await pool.connect();
  const numbers: number[] = [];
  // The locks belong to the session, because PostgreSQL ends idle transactions but not idle sessions.
  for (let number = 0; number < SLOTS && numbers.length < count; number += 1) {
    const taken = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      SLOT_LOCKS,
      number,
    ]);
    if (taken.rows[0]?.taken === true) numbers.push(number);
  }
  while (numbers.length < count) numbers.push(SLOTS - 1);
  return { numbers, release: () => connection.release(true) };
}
