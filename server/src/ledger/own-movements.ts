/**
 * SQL for the customer's own part of each journal: postings to their own accounts, and the stakes of options, which are in the
 * house's escrow but still belong to the customer. This makes statements agree with wallets and records.
 */
import type { Pool } from '../db/pool.ts';

/**
 * Common table expressions for book $1 and its journals before $2 (market clock, exclusive). `own` contains the journals. `moved`
 * has one row for each change that a journal made to an account group in a currency.
 */
export const MOVED = `own as materialized (
    select j.seq, j.kind, j.ref, j.time_ms, j.accounts, j.currencies, j.amounts from journal j
    where j.book = $1 and j.time_ms < $2
  ), posted as (
    select o.seq, o.kind, o.ref, o.time_ms, p.account::text as account, p.currency, p.amount
    from own o, unnest(o.accounts, o.currencies, o.amounts) as p (account, currency, amount)
    where not is_house(p.account)
    union all
    select o.seq, o.kind, o.ref, o.time_ms, t.source, t.currency,
      case o.kind when 'option_stake' then t.stake else -t.stake end
    from own o join option_ticket t on t.book = $1
      and t.id = (case when o.ref like 'option:%' and o.kind <> 'experience_keep' then substr(o.ref, 8) end)::bigint
  ), moved as (
    select q.seq, q.kind, q.ref, q.time_ms, q.currency, sum(q.amount) as amount,
      case when q.account like 'promo%' then 'experience' when q.account = 'fund_principal' then 'fund'
        else replace(q.account, '_frozen', '') end as account
    from posted q group by q.seq, q.kind, q.ref, q.time_ms, q.currency, 7 having sum(q.amount) <> 0
  )`;

/** A common table expression `own` with the journals of book $1 from $2 (inclusive) to $3 (exclusive), by the market clock. */
export const JOURNALS_WITHIN = `own as materialized (
    select j.seq, j.kind, j.ref, j.accounts, j.currencies, j.amounts from journal j
    where j.book = $1 and j.time_ms >= $2 and j.time_ms < $3
  )`;

/** Returns the time of a book's first journal, or undefined if it has none. */
export async function firstJournalMs(pool: Pick<Pool, 'query'>, book: bigint): Promise<number | undefined> {
  const { rows } = await pool.query<{ time_ms: string }>({
    name: 'first-journal',
    text: 'select time_ms from journal where book = $1 order by seq limit 1',
    values: [book],
  });
  return rows[0] === undefined ? undefined : Number(rows[0].time_ms);
}
