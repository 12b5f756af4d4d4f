/**
 * Which slot of the house's accounts is a process's own. An advisory lock held as long as the connection lives; two
 * processes that shared a slot would not lose money, only wait for one another.
 */
import type { Connection, Pool } from './pool.ts';

const SLOT_LOCKS = 7_305_142;
const SLOTS = 16;

export type Slot = { readonly number: number; readonly release: () => void };

/** Takes the lowest free slot; with sixteen processes before it, the last is shared. */
export async function takeSlot(pool: Pool): Promise<Slot> {
  const connection: Connection = await pool.connect();
  // An idle transaction is bounded, an idle session is not: the lock belongs to the session.
  for (let number = 0; number < SLOTS; number += 1) {
    const taken = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      SLOT_LOCKS,
      number,
    ]);
    if (taken.rows[0]?.taken === true) return { number, release: () => connection.release(true) };
  }
  connection.release();
  return { number: SLOTS - 1, release: () => undefined };
}
