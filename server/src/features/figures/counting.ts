/** Counts newly sealed journals, and reads what stands. Several processes may do so: the database lets one at a time. */
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';

export function startCounting(pool: Pick<Pool, 'query'>, onError: (error: Error) => void): Periodic {
  return every(limits.countEveryMs, () => countFigures(pool), onError);
}

/** One run ends after many roots, so that a stop does not wait for the history of a whole ledger. The next one continues. */
export async function countFigures(pool: Pick<Pool, 'query'>): Promise<void> {
  for (let run = 0; run < limits.statementsMax; run += 1) {
    // Each statement continues where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await pool.query<{ roots: number }>({
      name: 'figures-count',
      text: 'select figures_count($1) as roots',
      values: [limits.booksAtOnce],
    });
    if ((rows[0]?.roots ?? 0) === 0) break;
  }
  await pool.query({ name: 'figures-observe', text: 'select figures_observe()' });
}
