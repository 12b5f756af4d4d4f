/** The rows of address books, which the book itself and withdrawals both read, as the executor reads and writes them. */
import { isChain } from './addresses.ts';
import type { Chain } from '@candor/protocol/networks.ts';
import { fixed, valuesOf, whole, word } from '../commands/columns.ts';
import type { RowTable } from '../commands/table.ts';

export type AddressRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly network: Chain;
  readonly address: string;
  /** In the form in which two are the same. */
  readonly key: string;
  /** As its owner calls it; may be empty. */
  readonly label: string;
  readonly addedMs: number;
  readonly usableMs: number;
  readonly deletedMs: number | null;
};

export const withdrawalAddresses: RowTable<AddressRow> = {
  name: 'withdrawal_address',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('network', (row) => row.network)),
    fixed(word('address', (row) => row.address)),
    fixed(word('address_key', (row) => row.key)),
    fixed({ name: 'label', type: 'text', get: (row: AddressRow) => row.label, anyText: true }),
    fixed(whole('added_ms', (row) => row.addedMs)),
    fixed(whole('usable_ms', (row) => row.usableMs)),
    whole('deleted_ms', (row) => row.deletedMs),
  ],
  idOf: (row) => row.id,
  openWhere: 't.deleted_ms is null',
  isOpen: (row) => row.deletedMs === null,
  read: readAddress,
};

/** Reads a row of `withdrawal_address`, each value as the text that PostgreSQL sent. */
export function readAddress(raw: Readonly<Record<string, string | null>>): AddressRow {
  const { text, orNull } = valuesOf(raw);
  const network = text('network');
  if (!isChain(network)) throw new Error(`address ${text('id')} is on ${network}, which is no chain`);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    network,
    address: text('address'),
    key: text('address_key'),
    label: text('label'),
    addedMs: Number(text('added_ms')),
    usableMs: Number(text('usable_ms')),
    deletedMs: orNull('deleted_ms', Number),
  };
}
