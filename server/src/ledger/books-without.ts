/** Finds books without a journal of a given kind, so that work interrupted by a crash can be completed. */
import type { Pool } from '../db/pool.ts';

/** Returns only customers' books, in ascending order. */
export async function booksWithout(pool: Pool, kind: string): Promise<bigint[]> {
  const found = await pool.query<{ id: string }>(
    `select b.id from book b where b.id <> 0
      and not exists (select from journal j where j.book = b.id and j.kind = $1) order by b.id`,
    [kind],
  );
  return found.rows.map((row) => BigInt(row.id));
}
