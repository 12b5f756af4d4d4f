/**
 * Reads journals that moved a customer's own money in or out, and those that paid a row in several parts, to value an account at
 * past times. The features determine which kinds of journals these are.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

/** SQL for the customer's own money as in the total: without the house's side and without experience credit. */
const OWN = `not is_house(p.account) and p.account not in ('promo', 'promo_frozen')`;
const POSTINGS =
  'cross join lateral unnest(j.accounts, j.currencies, j.amounts) as p (account, currency, amount)';
const RESTARTS_MAX = 20;

export type RawFlow = {
  readonly kind: string;
  readonly timeMs: number;
  readonly currency: string;
  /** Positive if it came in, negative if it went out. */
  readonly amount: Amount;
};

export type FlowsAsked = {
  readonly book: bigint;
  /** Kinds of journals whose change is the flow. */
  readonly kinds: readonly string[];
  /** Kinds of journals that also charge a fee. The fee is a cost, and not part of the flow. */
  readonly charging: readonly string[];
  /** The kind of journal that replaces every balance, so that the balance afterwards is the flow. It occurs only in USDT. */
  readonly restarting: string;
  readonly max: number;
};

/** Returns the newest flows, oldest first: at most `max`, of which at most twenty are restarts. */
export async function readRawFlows(pool: Pick<Pool, 'query'>, asked: FlowsAsked): Promise<RawFlow[]> {
  const { book, kinds, charging, restarting, max } = asked;
  const { rows } = await pool.query<{ kind: string; time_ms: string; currency: string; amount: string }>({
    name: 'own-flows',
    text: `select f.kind, f.time_ms, f.currency, f.amount from (
        select j.seq, j.kind, j.time_ms, p.currency, sum(p.amount) as amount from journal j ${POSTINGS}
        where j.book = $1 and j.kind = any($2) and (${OWN} or (j.kind = any($3) and p.account = 'fees'))
        group by j.seq, j.kind, j.time_ms, p.currency having sum(p.amount) <> 0
        union all
        (select o.seq, o.kind, o.time_ms, 'USDT', (select sum(p.amount) from journal j ${POSTINGS}
            where j.book = $1 and j.seq <= o.seq and p.currency = 'USDT' and ${OWN})
          from journal o where o.book = $1 and o.kind = $4 order by o.seq desc limit ${RESTARTS_MAX})
      ) f order by f.seq desc, f.currency limit $5`,
    values: [book, kinds, charging, restarting, max],
  });
  return rows
    .map(({ kind, time_ms: timeMs, currency, amount }) => ({
      ...{ kind, timeMs: Number(timeMs), currency, amount: fromNumeric(amount) },
    }))
    .toReversed();
}

/** Returns the amounts that journals with one of these refs paid to an account of the customer. */
export async function readPaymentsTo(
  pool: Pick<Pool, 'query'>,
  {
    book,
    account,
    refs,
  }: { readonly book: bigint; readonly account: string; readonly refs: readonly string[] },
): Promise<{ readonly ref: string; readonly timeMs: number; readonly amount: Amount }[]> {
  if (refs.length === 0) return [];
  const { rows } = await pool.query<{ ref: string; time_ms: string; amount: string }>({
    name: 'payments-of-refs',
    text: `select j.ref, j.time_ms, p.amount from journal j ${POSTINGS}
      where j.book = $1 and j.ref = any($2) and p.account = $3::account`,
    values: [book, refs, account],
  });
  return rows.map(({ ref, time_ms: timeMs, amount }) => ({
    ...{ ref, timeMs: Number(timeMs), amount: fromNumeric(amount) },
  }));
}
