/**
 * A customer's coin movements with their values in USDT, from which costs and gains are computed. The value of a trade is the
 * amount paid or received, including fees. Any other movement is valued at the tape's last bid of the minute before it.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import type { CoinMove } from '@candor/domain/statement/cost-basis.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { Pool } from '../../db/pool.ts';
import { dayEndKey } from '../../quotes/day-bids.ts';
import type { DayBids } from '../../quotes/day-bids.ts';
import { limits } from './limits.ts';
import { MOVED } from '../../ledger/own-movements.ts';

type RawMove = {
  seq: string;
  kind: string;
  time_ms: string;
  currency: string;
  amount: string;
  /** The USDT amount of the same journal. */
  usdt: string;
  /** For a trade of one coin against another: the proceeds of the coin sold and the cost of the coin bought. */
  sold_for: string | null;
  bought_for: string | null;
};

const TRADES: ReadonlySet<string> = new Set([
  'spot_buy',
  'spot_sell',
  'spot_fill',
  'spot_convert',
  'exchange',
]);

/**
 * Experience credit is excluded, because it is not the customer's money. A transfer between the customer's own accounts is not a
 * movement.
 */
const MOVES = `with ${MOVED}, net as (
    select m.seq, m.kind, m.ref, m.time_ms, m.currency, sum(m.amount) as amount from moved m
    where m.account <> 'experience' group by m.seq, m.kind, m.ref, m.time_ms, m.currency having sum(m.amount) <> 0
  )
  select n.seq, n.kind, n.time_ms, n.currency, n.amount,
    coalesce((select u.amount from net u where u.seq = n.seq and u.currency = 'USDT'), 0) as usdt, v.sold_for, v.bought_for
  from net n left join lateral (
    select max(f.value - f.fee) filter (where f.side = 'sell') as sold_for, max(f.value + f.fee) filter (where f.side = 'buy') as bought_for
    from spot_fill f where n.kind = 'spot_convert' and f.book = $1 and f.order_id = substr(n.ref, 12)::bigint and f.journal_seq = n.seq
    union all
    select s.amount, s.amount from exchange e cross join lateral (
      select trunc((x.one ->> 'quantity')::numeric * (x.one ->> 'price')::numeric, 8) - e.fee as amount
      from jsonb_array_elements(e.legs::jsonb) x (one) where x.one ->> 'side' = 'sell') s
    where n.kind = 'exchange' and e.book = $1 and e.id = substr(n.ref, 10)::bigint
      and e.from_currency <> 'USDT' and e.to_currency <> 'USDT'
  ) v on v.sold_for is not null or v.bought_for is not null
  where n.currency <> 'USDT' order by n.seq, n.amount limit $3`;

export type CoinMovesDeps = { readonly pool: Pick<Pool, 'query'>; readonly bids: Pick<DayBids, 'at'> };

/** Returns the movements in order, or undefined if there are more than the limit. */
export async function readCoinMoves(
  { pool, bids }: CoinMovesDeps,
  at: { readonly book: bigint; readonly toMs: number; readonly nowMs: number },
): Promise<CoinMove[] | undefined> {
  const { rows } = await pool.query<RawMove>({
    name: 'statement-coin-moves',
    text: MOVES,
    values: [at.book, at.toMs, limits.movesMax + 1],
  });
  if (rows.length > limits.movesMax) return undefined;
  const found = await pricesOf(bids, rows, at.nowMs);
  return rows.map((raw) => {
    const amount = fromNumeric(raw.amount);
    const quantity = amount < 0n ? -amount : amount;
    const [currency, timeMs] = [raw.currency, Number(raw.time_ms)];
    const paid = tradedFor(raw, amount);
    if (paid !== undefined)
      return { currency, timeMs, quantity, value: paid, kind: amount > 0n ? 'acquired' : 'disposed' };
    const bid = found.get(dayEndKey(minuteOf(raw))) ?? 0n;
    const value = valueReceived(quantity, bid);
    return { currency, timeMs, quantity, value, kind: amount > 0n ? 'acquired' : 'moved_out' };
  });
}

function tradedFor(raw: RawMove, amount: Amount): Amount | undefined {
  if (!TRADES.has(raw.kind)) return undefined;
  const told = amount > 0n ? raw.bought_for : raw.sold_for;
  if (told !== null) return fromNumeric(told);
  const usdt = fromNumeric(raw.usdt);
  return usdt < 0n ? -usdt : usdt;
}

function minuteOf(raw: RawMove): { readonly symbol: string; readonly endMs: number } {
  return {
    symbol: `${raw.currency}/USDT`,
    endMs: Math.floor(Number(raw.time_ms) / MINUTE_MS) * MINUTE_MS,
  };
}

async function pricesOf(
  bids: Pick<DayBids, 'at'>,
  rows: readonly RawMove[],
  nowMs: number,
): Promise<ReadonlyMap<string, Amount>> {
  const asked = rows.filter(({ kind }) => !TRADES.has(kind)).map(minuteOf);
  const apart = [...new Map(asked.map((one) => [dayEndKey(one), one])).values()];
  const found = new Map<string, Amount>();
  for (let at = 0; at < apart.length; at += limits.bidsAtOnce) {
    for (const [key, bid] of await bids.at(apart.slice(at, at + limits.bidsAtOnce), nowMs))
      found.set(key, bid);
  }
  return found;
}
