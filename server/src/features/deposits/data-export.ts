/** Exports a customer's deposits. */
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { depositView } from './rules.ts';
import { listDeposits } from './store.ts';

type Kept = { readonly pool: Pool; readonly now: () => number };

export function keptDeposits({ pool, now }: Kept) {
  return [
    {
      section: 'deposits',
      rows: async (customer: bigint) => {
        const limit = LIMITS.settings.exportRowsMax;
        const found = await listDeposits(pool, { book: customer, limit });
        return found.map(({ row }) => ({ ...depositView(row, now()), picture: row.voucher }));
      },
    },
  ];
}
