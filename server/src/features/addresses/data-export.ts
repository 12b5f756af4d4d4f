/** Exports a customer's withdrawal addresses, including removed ones. */
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { addressView } from './rules.ts';
import { everAddressesOf } from './store.ts';

type Kept = { readonly pool: Pool };

export function keptAddresses({ pool }: Kept) {
  return {
    section: 'withdrawal_addresses',
    rows: async (customer: bigint) => {
      const found = await everAddressesOf(pool, { book: customer, limit: LIMITS.settings.exportRowsMax });
      return found.map((row) => ({
        ...addressView(row),
        deleted_at: row.deletedMs === null ? null : Math.floor(row.deletedMs / 1000),
      }));
    },
  };
}
