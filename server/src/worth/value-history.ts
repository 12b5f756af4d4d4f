/**
 * The total value of a customer at the end of each day. It is recomputed from journals, rows and the tape alone, by the same
 * function as the current value. Past journals never change, so the sums of each day are cached.
 */
import { worth } from '@candor/domain/ledger/valuation.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { Pool } from '../db/pool.ts';
import { holdingsIn, plus, readMoved } from '../ledger/moved-by-day.ts';
import type { Held } from '../ledger/moved-by-day.ts';
import type { Instruments } from '../positions/market.ts';
import { dayEndKey } from '../quotes/day-bids.ts';
import type { DayBids, DayEnd } from '../quotes/day-bids.ts';
import { readPast } from './past.ts';

/** The changes by a book's journals up to `seq`, by day of the market clock. */
type Moved = { readonly seq: bigint; readonly days: ReadonlyMap<number, Held> };

const NOTHING: Moved = { seq: 0n, days: new Map() };

export type ValueAt = { readonly timeMs: number; readonly value: Amount };

export type ValueHistoryDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly instruments: Instruments;
  readonly dayBids: Pick<DayBids, 'at' | 'quotesAt'>;
  readonly limits: { readonly historyBooksMax: number; readonly journalsAtOnce: number };
};

export class ValueHistory {
  readonly #deps: ValueHistoryDeps;
  readonly #known = new Map<bigint, Moved>();

  constructor(deps: ValueHistoryDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the values at the end of each of the last `days` days, but none before registration, followed by the current value;
   * oldest first.
   */
  async of(
    book: bigint,
    { days, nowMs, now }: { readonly days: number; readonly nowMs: number; readonly now: Amount },
  ): Promise<readonly ValueAt[]> {
    const moved = await this.#movedOf(book);
    const firstDay = Math.min(...moved.days.keys());
    const today = Math.floor(nowMs / DAY_MS);
    const heldAt = holdingsByDay(moved.days);
    const ended: { endMs: number; held: Held }[] = [];
    for (let day = Math.max(firstDay, today - days); day < today; day += 1) {
      ended.push({ endMs: (day + 1) * DAY_MS, held: heldAt(day) });
    }
    const { dayBids } = this.#deps;
    const [bids, besideAt] = await Promise.all([
      dayBids.at(ended.flatMap(pricesOf), nowMs),
      readPast(this.#deps, { book, timesMs: ended.map(({ endMs }) => endMs), nowMs }),
    ]);
    const points = ended.map(({ endMs, held }) => {
      const estate = { holdings: holdingsIn(held), ...besideAt(endMs) };
      const bidOf = (currency: string) => bids.get(dayEndKey({ symbol: `${currency}/USDT`, endMs }));
      return { timeMs: endMs, value: worth(estate, bidOf).total };
    });
    return [...points, { timeMs: nowMs, value: now }];
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
    // If two reads are concurrent, the longer one is cached. The least recently requested entry is evicted.
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
  const currencies = new Set(holdingsIn(held).map(({ currency }) => currency));
  return [...currencies]
    .filter((currency) => currency !== 'USDT')
    .map((currency) => ({ symbol: `${currency}/USDT`, endMs }));
}

function together(days: ReadonlyMap<number, Held>, more: ReadonlyMap<number, Held>): Map<number, Held> {
  const sums = new Map(days);
  for (const [day, held] of more) sums.set(day, plus(sums.get(day) ?? new Map(), held));
  return sums;
}

/**
 * Returns a function for the holdings at the end of a day, which are the sum of all changes up to then. It must be called with
 * ascending days.
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
