/** The rows of saved withdrawal addresses, which both the addresses' own commands and withdrawals use. */
import { isChain } from './addresses.ts';
import { key, text, typed, whole } from '../commands/fields.ts';
import { table } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';

export const withdrawalAddresses = table(
  'withdrawal_address',
  {
    ...key,
    network: text(isChain).fixed(),
    address: text().fixed().personal(),
    /** In the normalised spelling. */
    key: text().as('address_key').fixed().personal(),
    /** The owner's label; may be empty. */
    label: typed().fixed().personal(),
    addedMs: whole().fixed(),
    usableMs: whole().fixed(),
    deletedMs: whole().orNull(),
  },
  { openIf: { where: 't.deleted_ms is null', is: (row) => row.deletedMs === null } },
);

export type AddressRow = RowOf<typeof withdrawalAddresses>;
