/** Exports a customer's loans. */
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { listLoans, paymentsOf } from './store.ts';
import { loanView, paymentView } from './view.ts';

type Kept = { readonly pool: Pool; readonly marketNow: () => number };

export function keptLoans({ pool, marketNow }: Kept) {
  return [
    {
      section: 'loans',
      rows: async (customer: bigint) => {
        const limit = LIMITS.settings.exportRowsMax;
        const found = (await listLoans(pool, { book: customer, limit })).slice(0, limit);
        const rows: Record<string, unknown>[] = [];
        // Loans are read one by one, to use one connection. A customer has few, because only one can be open at a time.
        for (const row of found) {
          const { house, income, bank, identity } = row.documents;
          rows.push({
            ...loanView(row, marketNow()),
            pictures: [house.file, income.file, bank.file, identity.file],
            payments: (await paymentsOf(pool, row)).map(paymentView),
          });
        }
        return rows;
      },
    },
  ];
}
