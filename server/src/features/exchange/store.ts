/** The query for a customer's exchanges; the command executor has the others. */
import type { Pool } from '../../db/pool.ts';
import { exchanges } from './tables.ts';
import type { ExchangeRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

export type ListRequest = {
  readonly book: bigint;
  /** Ids below this one; the list runs from newest to oldest. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

/** Newest first. Reads one row more than the limit to show whether the list continues. */
export async function listExchanges(pool: Pool, { book, below, limit }: ListRequest): Promise<ExchangeRow[]> {
  const found = await pool.query<Record<string, string | null>>({
    name: 'exchange-list',
    text: 'select * from exchange where book = $1 and id < $2 order by id desc limit $3',
    values: [book, below ?? 9_000_000_000_000_000_000n, limit + 1],
    types: asText,
  });
  return found.rows.map(exchanges.read);
}
