/** The violations of invariants that the guard has found and that have not been cleared. */
import type { Pool } from '../db/pool.ts';
import type { Breach } from './invariants.ts';

export async function openBreaches(pool: Pick<Pool, 'query'>): Promise<(Breach & { foundMs: number })[]> {
  const found = await pool.query<{ invariant: string; detail: string; found_ms: string }>(
    'select b.invariant, b.detail, b.found_ms from books_breach b where b.cleared_ms is null order by b.id limit 20',
  );
  return found.rows.map(({ invariant, detail, found_ms }) => ({
    invariant,
    detail,
    foundMs: Number(found_ms),
  }));
}
