/** The query that lists a customer's exchanges. The command executor runs the other queries. */
import type { Period } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { exchanges } from './tables.ts';
import type { ExchangeRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

export type ListRequest = {
  readonly book: bigint;
  readonly currency: string | undefined;
  readonly period: Period;
  /** Only exchanges with smaller ids, because the list runs from newest to oldest. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

/** Lists the newest first. Reads one row more than the limit so that the caller can tell whether there are more. */
export async function listExchanges(pool: Pool, request: ListRequest): Promise<ExchangeRow[]> {
  const { book, currency, period, below, limit } = request;
  const found = await pool.query<Record<string, string | null>>({
    name: 'exchange-list',
    text: `select * from exchange where book = $1 and id < $2 and time_ms >= $4 and time_ms < $5
        and ($6::text is null or from_currency = $6 or to_currency = $6) order by id desc limit $3`,
    values: [
      ...[book, below ?? 9_000_000_000_000_000_000n, limit + 1],
      ...[period.fromMs, period.beforeMs, currency ?? null],
    ],
    types: asText,
  });
  return found.rows.map(exchanges.read);
}
