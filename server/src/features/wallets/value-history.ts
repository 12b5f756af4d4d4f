/**
 * What everything was worth at the end of each day: recomputed from the journals alone, not from balances, at the bids that
 * the tape had when the day ended. A history only grows, so what a day moved is added up once and remembered.
 */
import { worth } from '@candor/domain/ledger/valuation.ts';
import type { BidOf } from '@candor/domain/ledger/valuation.ts';
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { dayEndKey } from '../../quotes/day-bids.ts';
import type { DayBids, DayEnd } from '../../quotes/day-bids.ts';

type View = CallOutput<'GET wallet/history'>;
type Held = ReadonlyMap<string, Amount>;

const DAY_MS = 86_400_000;

/** What the journals of a book moved up to `seq`, a day of the market clock each. */
type Moved = { readonly seq: bigint; readonly days: ReadonlyMap<number, Held> };

const NOTHING: Moved = { seq: 0n, days: new Map() };

export type ValueHistoryDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly dayBids: Pick<DayBids, 'at'>;
  readonly limits: { readonly historyBooksMax: number; readonly journalsAtOnce: number };
};

export class ValueHistory {
  readonly #deps: ValueHistoryDeps;
  readonly #known = new Map<bigint, Moved>();

  constructor(deps: ValueHistoryDeps) {
    this.#deps = deps;
  }

  /** The ends of the last `days` days that the customer was there, and now; oldest first. */
  async of(
    book: bigint,
    asked: { readonly days: number; readonly nowMs: number; readonly bidOf: BidOf },
  ): Promise<View> {
    const { nowMs, bidOf } = asked;
    const moved = await this.#movedOf(book);
    const firstDay = Math.min(...moved.days.keys());
    const today = Math.floor(nowMs / DAY_MS);
    const heldAt = holdingsByDay(moved.days);
    const ended: { endMs: number; held: Held }[] = [];
    for (let day = Math.max(firstDay, today - asked.days); day < today; day += 1) {
      ended.push({ endMs: (day + 1) * DAY_MS, held: heldAt(day) });
    }
    const bids = await this.#deps.dayBids.at(ended.flatMap(pricesOf), nowMs);
    const points = ended.map(({ endMs, held }) =>
      point(endMs, held, (currency) => bids.get(dayEndKey({ symbol: `${currency}/USDT`, endMs }))),
    );
    return [...points, point(nowMs, heldAt(Infinity), bidOf)];
  }

  async #movedOf(book: bigint): Promise<Moved> {
    let moved = this.#known.get(book) ?? NOTHING;
    for (;;) {
      const read = await readMoved(this.#deps.pool, {
        book,
        after: moved.seq,
        limit: this.#deps.limits.journalsAtOnce,
      });
      moved = { seq: read.seq ?? moved.seq, days: together(moved.days, read.days) };
      if (read.count < this.#deps.limits.journalsAtOnce) break;
    }
    // Whoever was not asked for longest is forgotten; of two that asked at once, that which read more stays.
    if ((this.#known.get(book)?.seq ?? 0n) <= moved.seq) {
      this.#known.delete(book);
      this.#known.set(book, moved);
    }
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#deps.limits.historyBooksMax && oldest !== undefined)
      this.#known.delete(oldest);
    return moved;
  }
}

/** Every price that a day's end needs. */
function pricesOf({ endMs, held }: { readonly endMs: number; readonly held: Held }): DayEnd[] {
  return [...held.keys()]
    .filter((currency) => currency !== 'USDT')
    .map((currency) => ({ symbol: `${currency}/USDT`, endMs }));
}

function point(timeMs: number, held: Held, bidOf: BidOf): View[number] {
  const holdings = [...held].map(([currency, amount]) => ({ account: 'spot' as const, currency, amount }));
  return { time: Math.floor(timeMs / 1000), value_usdt: formatAmount(worth(holdings, bidOf).total) };
}

function together(days: ReadonlyMap<number, Held>, more: ReadonlyMap<number, Held>): Map<number, Held> {
  const sums = new Map(days);
  for (const [day, held] of more) sums.set(day, plus(sums.get(day) ?? new Map(), held));
  return sums;
}

function plus(held: Held, gained: Held): Held {
  const sums = new Map(held);
  for (const [currency, amount] of gained) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return sums;
}

/** What was held when a day ended: everything that it and the days before it moved. Asked for day after day. */
function holdingsByDay(days: ReadonlyMap<number, Held>): (day: number) => Held {
  const ahead = [...days].toSorted(([a], [b]) => b - a);
  let held: Held = new Map();
  return (day) => {
    for (let next = ahead.at(-1); next !== undefined && next[0] <= day; next = ahead.at(-1)) {
      held = plus(held, next[1]);
      ahead.pop();
    }
    return new Map([...held].filter(([, amount]) => amount !== 0n));
  };
}

type Read = { readonly seq: bigint | undefined; readonly count: number; readonly days: Map<number, Held> };

/** The customer's own money without experience credit; the stake of an open option is still theirs. */
async function readMoved(
  pool: Pick<Pool, 'query'>,
  { book, after, limit }: { readonly book: bigint; readonly after: bigint; readonly limit: number },
): Promise<Read> {
  const found = await pool.query<{
    seq: string | null;
    count: string;
    moved: { day: number; currency: string; amount: string }[];
  }>({
    name: 'value-history',
    text: `with later as materialized (
        select j.seq, j.kind, j.ref, j.time_ms / ${DAY_MS} as day, j.accounts, j.currencies, j.amounts from journal j
        where j.book = $1 and j.seq > $2 order by j.seq limit $3
      ), moved as (
        select l.day, p.currency, p.amount
        from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
        where not is_house(p.account) and p.account not in ('promo', 'promo_frozen')
        union all
        select l.day, t.currency, case l.kind when 'option_stake' then t.stake else -t.stake end
        from later l join option_ticket t on t.book = $1
          and t.id = (case when l.ref like 'option:%' then substr(l.ref, 8) end)::bigint
        where t.source = 'option'
      )
      select (select max(l.seq) from later l) as seq, (select count(*) from later) as count,
        coalesce((select json_agg(json_build_object('day', s.day, 'currency', s.currency, 'amount', s.amount::text))
          from (select m.day, m.currency, sum(m.amount) as amount from moved m group by m.day, m.currency) s), '[]')
          as moved`,
    values: [book, after, limit],
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error('a sum came without a row');
  const days = new Map<number, Held>();
  for (const { day, currency, amount } of raw.moved) {
    days.set(day, plus(days.get(day) ?? new Map(), new Map([[currency, fromNumeric(amount)]])));
  }
  return { seq: raw.seq === null ? undefined : BigInt(raw.seq), count: Number(raw.count), days };
}
