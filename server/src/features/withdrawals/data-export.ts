/** Exports a customer's withdrawals. */
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { withdrawalView } from './effects.ts';
import { listWithdrawals } from './store.ts';

type Kept = { readonly pool: Pool; readonly now: () => number };

export function keptWithdrawals({ pool, now }: Kept) {
  return {
    section: 'withdrawals',
    rows: async (customer: bigint) => {
      const limit = LIMITS.settings.exportRowsMax;
      const found = await listWithdrawals(pool, { book: customer, limit });
      return found.map(({ row, paused }) => withdrawalView(row, now(), paused));
    },
  };
}
