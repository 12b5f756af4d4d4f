/**
 * Which slots of the house's accounts are a process's own, one for each of its lanes. Advisory locks held as long as the
 * connection lives; two lanes that shared a slot would not lose money, only wait for one another.
 */
import type { Connection, Pool } from './pool.ts';

const SLOT_LOCKS = 7_305_142;
const SLOTS = 16;

export type Slots = { readonly numbers: readonly number[]; readonly release: () => void };

/** Takes the lowest free slots; where none is free any more, the last is shared. */
export async function takeSlots(pool: Pool, count: number): Promise<Slots> {
  const connection: Connection = await pool.connect();
  const numbers: number[] = [];
  // An idle transaction is bounded, an idle session is not: the lock belongs to the session.
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
