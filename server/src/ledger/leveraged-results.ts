/**
 * Computes customers' gains and losses from leveraged trading from the journals: the sum of what each opening or closing added to
 * the customer's own accounts. Moving margin from free to frozen cancels out, which leaves profit or loss, fees and financing.
 * Lost credit counts as a loss.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

export type LeveragedResult = {
  readonly book: bigint;
  readonly result: Amount;
  /** True if one of the journals closed a position. */
  readonly closed: boolean;
};

/** Returns results by customer, from the first time (inclusive) to the second (exclusive) of the market clock. */
export async function leveragedResults(
  pool: Pick<Pool, 'query'>,
  between: { readonly fromMs: number; readonly toMs: number },
): Promise<LeveragedResult[]> {
  const found = await pool.query<{ book: string; result: string; closed: boolean }>({
    name: 'leveraged-results',
    text: `select j.book, coalesce(sum(p.amount) filter (where not is_house(p.account)), 0) as result,
        bool_or(j.kind = 'contract_close') as closed
      from journal j, unnest(j.accounts, j.currencies, j.amounts) as p (account, currency, amount)
      where j.kind in ('contract_open', 'contract_fill', 'contract_close') and j.time_ms >= $1 and j.time_ms < $2
        and p.currency = 'USDT'
      group by j.book`,
    values: [between.fromMs, between.toMs],
  });
  return found.rows.map((row) => ({
    book: BigInt(row.book),
    result: fromNumeric(row.result),
    closed: row.closed,
  }));
}
