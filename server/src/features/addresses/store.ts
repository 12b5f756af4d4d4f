/** Queries for withdrawal addresses, except those of the command executor. */
import type { Pool } from '../../db/pool.ts';
import { withdrawalAddresses } from '../../payments/withdrawal-addresses.ts';
import type { AddressRow } from '../../payments/withdrawal-addresses.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;

/** Returns a customer's current addresses, newest first, without a limit because the add command limits their number. */
export async function addressesOf(pool: Pool, book: bigint): Promise<AddressRow[]> {
  const found = await pool.query<TextRow>({
    name: 'addresses-of',
    text: 'select a.* from withdrawal_address a where a.book = $1 and a.deleted_ms is null order by a.id desc',
    values: [book],
    types: asText,
  });
  return found.rows.map(withdrawalAddresses.read);
}

/**
 * Returns all addresses that the customer ever had, newest first. Reads one row more than the limit so that the caller can
 * tell whether there are more.
 */
export async function everAddressesOf(
  pool: Pool,
  { book, limit }: { readonly book: bigint; readonly limit: number },
): Promise<AddressRow[]> {
  const found = await pool.query<TextRow>({
    text: 'select a.* from withdrawal_address a where a.book = $1 order by a.id desc limit $2',
    values: [book, limit + 1],
    types: asText,
  });
  return found.rows.map(withdrawalAddresses.read);
}
