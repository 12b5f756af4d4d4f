/**
 * The value of a customer's holdings at the end of each day, recomputed from journals alone at the tape's bids at the end of the
 * day. Past journals never change, so the sums of each day are cached.
 */
import { worth } from '@candor/domain/ledger/valuation.ts';
import type { BidOf } from '@candor/domain/ledger/valuation.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { plus, readMoved } from '../../ledger/moved-by-day.ts';
import type { Held } from '../../ledger/moved-by-day.ts';
import { dayEndKey } from '../../quotes/day-bids.ts';
import type { DayBids, DayEnd } from '../../quotes/day-bids.ts';
import { DAY_MS } from '@candor/domain/time.ts';

type View = CallOutput<'GET wallet/history'>;

/** The changes by a book's journals up to `seq`, by day of the market clock. */
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

  /**
   * Returns the values at the end of each of the last `days` days, but none before registration, and the current value, oldest
   * first. Only the current value includes unrealised profit, like the total on the home page; for past days only booked amounts
   * are known.
   */
  async of(
    book: bigint,
    asked: {
      readonly days: number;
      readonly nowMs: number;
      readonly bidOf: BidOf;
      readonly openProfit: Amount;
    },
  ): Promise<View> {
    const { nowMs, bidOf, openProfit } = asked;
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
      point({ timeMs: endMs, held, openProfit: 0n }, (currency) =>
        bids.get(dayEndKey({ symbol: `${currency}/USDT`, endMs })),
      ),
    );
    return [...points, point({ timeMs: nowMs, held: heldAt(Infinity), openProfit }, bidOf)];
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
    // The entry requested least recently is evicted. Of two concurrent reads, the longer one is kept.
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

function pricesOf({ endMs, held }: { readonly endMs: number; readonly held: Held }): DayEnd[] {
  return [...held.keys()]
    .filter((currency) => currency !== 'USDT')
    .map((currency) => ({ symbol: `${currency}/USDT`, endMs }));
}

type Moment = { readonly timeMs: number; readonly held: Held; readonly openProfit: Amount };

function point({ timeMs, held, openProfit }: Moment, bidOf: BidOf): View[number] {
  const holdings = [...held].map(([currency, amount]) => ({ account: 'spot' as const, currency, amount }));
  const value = worth(holdings, bidOf).total + openProfit;
  return { time: Math.floor(timeMs / 1000), value_usdt: formatAmount(value) };
}

function together(days: ReadonlyMap<number, Held>, more: ReadonlyMap<number, Held>): Map<number, Held> {
  const sums = new Map(days);
  for (const [day, held] of more) sums.set(day, plus(sums.get(day) ?? new Map(), held));
  return sums;
}

/**
 * Returns a function for the holdings at the end of a day: the sum of all changes until then. It must be called with ascending
 * days.
 */
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
