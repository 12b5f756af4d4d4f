/**
 * What options and leveraged trading brought one customer: own money in USDT, below zero a loss. Tickets count once they
 * ended, as they were valued when accepted; of positions, what the journals of openings and closings did to the customer's
 * own accounts, so fees and financing count as they are paid. Experience credit is apart: it is not the customer's money.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

/** What counts since each of some instants of the market clock, in their order. */
export async function ownResults(
  pool: Pick<Pool, 'query'>,
  of: { readonly book: bigint; readonly sinceMs: readonly number[] },
): Promise<Amount[]> {
  const found = await pool.query<{ result: string }>({
    name: 'own-results',
    text: `with result as materialized (
        select t.settled_ms as time_ms,
          case t.status when 'won' then t.profit_usdt when 'lost' then -t.stake_usdt else 0 end as amount
        from option_ticket t where t.book = $1 and t.source = 'option' and t.status <> 'open' and t.settled_ms >= $2
        union all
        select j.time_ms, p.amount
        from journal j, unnest(j.accounts, j.currencies, j.amounts) as p (account, currency, amount)
        where j.book = $1 and j.time_ms >= $2 and j.kind in ('contract_open', 'contract_fill', 'contract_close')
          and p.account in ('contract', 'contract_frozen') and p.currency = 'USDT'
      )
      select coalesce(sum(r.amount), 0) as result
      from unnest($3::bigint[]) with ordinality as since (ms, n) left join result r on r.time_ms >= since.ms
      group by since.n order by since.n`,
    values: [of.book, Math.min(...of.sinceMs), of.sinceMs],
  });
  return found.rows.map((row) => fromNumeric(row.result));
}
