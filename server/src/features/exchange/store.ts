/** The query for a customer's exchanges; the command executor runs the others. */
import type { Pool } from '../../db/pool.ts';
import { exchanges } from './tables.ts';
import type { ExchangeRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

export type ListRequest = {
  readonly book: bigint;
  /** Only ids below this one, because the list runs from newest to oldest. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

/** Newest first. Reads one row beyond the limit to detect more. */
export async function listExchanges(pool: Pool, { book, below, limit }: ListRequest): Promise<ExchangeRow[]> {
  const found = await pool.query<Record<string, string | null>>({
    name: 'exchange-list',
    text: 'select * from exchange where book = $1 and id < $2 order by id desc limit $3',
    values: [book, below ?? 9_000_000_000_000_000_000n, limit + 1],
    types: asText,
  });
  return found.rows.map(exchanges.read);
}
