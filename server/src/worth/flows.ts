/** What a customer moved into and out of the account, which no performance may count as a gain or a loss. */
import { valueInUsdt } from '@candor/domain/ledger/valuation.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { flowKinds } from '@candor/protocol/portfolio/kinds.ts';
import type { Pool } from '../db/pool.ts';
import { firstJournalMs } from '../ledger/own-movements.ts';
import { dayEndKey } from '../quotes/day-bids.ts';
import type { DayBids } from '../quotes/day-bids.ts';

type FlowKind = (typeof flowKinds)[number];

const KINDS: Readonly<Record<string, FlowKind>> = {
  deposit: 'deposit',
  withdrawal_pay: 'withdrawal',
  demo_grant: 'grant',
  start_over: 'start_over',
  manual_correction: 'correction',
};

export type OwnFlow = {
  readonly timeMs: number;
  readonly kind: FlowKind;
  readonly currency: string;
  /** Positive if it came in, negative if it went out. */
  readonly amount: Amount;
  /** In USDT, at the last bid of the minute before. */
  readonly value: Amount;
};

export type Flows = {
  /** Oldest first. */
  readonly flows: readonly OwnFlow[];
  /** When the account began, or began again by starting over; null for an account without journals. */
  readonly beganMs: number | null;
};

type FlowsDeps = { readonly pool: Pick<Pool, 'query'>; readonly dayBids: Pick<DayBids, 'at'> };
type Raw = { kind: string; time_ms: string; currency: string; amount: string };

/** Own money as in the total: without the house's side and without experience credit. */
const OWN = `not is_house(p.account) and p.account not in ('promo', 'promo_frozen')`;
const MOVED =
  'cross join lateral unnest(j.accounts, j.currencies, j.amounts) as p (account, currency, amount)';
const STARTS_MAX = 20;

/**
 * The newest flows, at most `max` of them; with more, performance begins at the oldest that was read. The fee of a withdrawal is a
 * cost, so it is no part of the flow. Starting over leaves an account what it was granted, whatever it had before, so that balance
 * is the flow.
 */
export async function readFlows(
  { pool, dayBids }: FlowsDeps,
  { book, nowMs, max }: { readonly book: bigint; readonly nowMs: number; readonly max: number },
): Promise<Flows> {
  const { rows } = await pool.query<Raw>({
    name: 'own-flows',
    text: `select f.kind, f.time_ms, f.currency, f.amount from (
        select j.seq, j.kind, j.time_ms, p.currency, sum(p.amount) as amount from journal j ${MOVED}
        where j.book = $1 and j.kind = any($2) and (${OWN} or (j.kind = 'withdrawal_pay' and p.account = 'fees'))
        group by j.seq, j.kind, j.time_ms, p.currency having sum(p.amount) <> 0
        union all
        (select o.seq, o.kind, o.time_ms, 'USDT', (select sum(p.amount) from journal j ${MOVED}
            where j.book = $1 and j.seq <= o.seq and p.currency = 'USDT' and ${OWN})
          from journal o where o.book = $1 and o.kind = 'start_over' order by o.seq desc limit ${STARTS_MAX})
      ) f order by f.seq desc, f.currency limit $3`,
    values: [book, Object.keys(KINDS).filter((kind) => kind !== 'start_over'), max],
  });
  const flows = await valued(dayBids, rows.toReversed(), nowMs);
  const restart = flows.findLast(({ kind }) => kind === 'start_over');
  const oldest = rows.length < max ? await firstJournalMs(pool, book) : flows[0]?.timeMs;
  return { flows, beganMs: restart?.timeMs ?? oldest ?? null };
}

async function valued(
  dayBids: Pick<DayBids, 'at'>,
  rows: readonly Raw[],
  nowMs: number,
): Promise<readonly OwnFlow[]> {
  const endOf = ({ currency, time_ms: timeMs }: Raw) => ({
    symbol: `${currency}/USDT`,
    endMs: Math.floor(Number(timeMs) / MINUTE_MS) * MINUTE_MS,
  });
  const bids = await dayBids.at(rows.filter(({ currency }) => currency !== 'USDT').map(endOf), nowMs);
  return rows.map((raw) => {
    const kind = KINDS[raw.kind];
    if (kind === undefined)
      throw new Error(`expected a journal that moves money in or out, found ${raw.kind}`);
    const amount = fromNumeric(raw.amount);
    const { currency } = raw;
    const value = valueInUsdt(currency, amount, () => bids.get(dayEndKey(endOf(raw))));
    return { timeMs: Number(raw.time_ms), kind, currency, amount, value };
  });
}
