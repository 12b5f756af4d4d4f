/**
 * Sums the amounts that a customer's journals moved on each day of the market clock. The value history is computed from these
 * sums.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import type { Holding } from '@candor/domain/ledger/valuation.ts';
import type { Pool } from '../db/pool.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/** Amounts by account and currency, such as "spot BTC". Available and frozen amounts of an account are combined. */
export type Held = ReadonlyMap<string, Amount>;

export function plus(held: Held, gained: Held): Held {
  const sums = new Map(held);
  for (const [key, amount] of gained) sums.set(key, (sums.get(key) ?? 0n) + amount);
  return sums;
}

export function holdingsIn(held: Held): Holding[] {
  return [...held].map(([key, amount]) => {
    const [account, currency = ''] = key.split(' ');
    return { account: account as CustomerAccount, currency, amount };
  });
}

type Read = {
  /** The last journal that was read. */
  readonly seq: bigint | undefined;
  readonly count: number;
  readonly days: Map<number, Held>;
};

/**
 * Reads the movements of the customer's own money, without experience credit. The stake of an open option still belongs to the
 * customer.
 */
export async function readMoved(
  pool: Pick<Pool, 'query'>,
  { book, after, limit }: { readonly book: bigint; readonly after: bigint; readonly limit: number },
): Promise<Read> {
  const found = await pool.query<{
    seq: string | null;
    count: string;
    moved: { day: number; held: string; amount: string }[];
  }>({
    name: 'value-history',
    text: `with later as materialized (
        select j.seq, j.kind, j.ref, j.time_ms / ${DAY_MS} as day, j.accounts, j.currencies, j.amounts from journal j
        where j.book = $1 and j.seq > $2 order by j.seq limit $3
      ), moved as (
        select l.day, replace(p.account::text, '_frozen', '') || ' ' || p.currency as held, p.amount
        from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
        where not is_house(p.account) and p.account not in ('promo', 'promo_frozen')
        union all
        select l.day, 'option ' || t.currency, case l.kind when 'option_stake' then t.stake else -t.stake end
        from later l join option_ticket t on t.book = $1
          and t.id = (case when l.ref like 'option:%' then substr(l.ref, 8) end)::bigint
        where t.source = 'option'
      )
      select (select max(l.seq) from later l) as seq, (select count(*) from later) as count,
        coalesce((select json_agg(json_build_object('day', s.day, 'held', s.held, 'amount', s.amount::text))
          from (select m.day, m.held, sum(m.amount) as amount from moved m group by m.day, m.held) s), '[]')
          as moved`,
    values: [book, after, limit],
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error('expected one row of sums, found none');
  const days = new Map<number, Held>();
  for (const { day, held, amount } of raw.moved) {
    days.set(day, plus(days.get(day) ?? new Map(), new Map([[held, fromNumeric(amount)]])));
  }
  return { seq: raw.seq === null ? undefined : BigInt(raw.seq), count: Number(raw.count), days };
}
