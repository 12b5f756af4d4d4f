/** Reads the price at which a symbol could be sold at the end of a day: the bid of the last entry before that time. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { Pool } from '../db/pool.ts';

export type DayEnd = {
  readonly symbol: string;
  /** Market clock, exclusive; a whole minute. */ readonly endMs: number;
};

/** The last entry of a past day never changes, so it is cached. */
export class DayBids {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #keptMax: number;
  readonly #known = new Map<string, Amount>();

  constructor({ pool, keptMax }: { readonly pool: Pick<Pool, 'query'>; readonly keptMax: number }) {
    this.#pool = pool;
    this.#keptMax = keptMax;
  }

  /** Returns the bids, keyed by `dayEndKey`, without those of symbols whose tape begins later. `nowMs` is market time. */
  async at(ends: readonly DayEnd[], nowMs: number): Promise<ReadonlyMap<string, Amount>> {
    const bids = new Map<string, Amount>();
    const unknown: DayEnd[] = [];
    for (const end of ends) {
      const known = this.#known.get(dayEndKey(end));
      if (known === undefined) unknown.push(end);
      else bids.set(dayEndKey(end), known);
    }
    if (unknown.length === 0) return bids;
    for (const { end, bid } of await this.#read(unknown)) {
      bids.set(dayEndKey(end), bid);
      // An entry made in the last moment of the day may not be on the tape yet.
      if (nowMs >= end.endMs + MINUTE_MS) this.#remember(dayEndKey(end), bid);
    }
    return bids;
  }

  async #read(ends: readonly DayEnd[]): Promise<{ end: DayEnd; bid: Amount }[]> {
    const found = await this.#pool.query<{ symbol: string; end_ms: string; bid: string }>({
      name: 'day-bids',
      text: `select u.symbol, u.end_ms, t.bid from unnest($1::text[], $2::bigint[]) as u (symbol, end_ms)
        cross join lateral (
          select m.last_seq from tape_minute m where m.symbol = u.symbol and m.minute_ms < u.end_ms
          order by m.minute_ms desc limit 1
        ) m
        join tape t on t.symbol = u.symbol and t.seq = m.last_seq`,
      values: [ends.map(({ symbol }) => symbol), ends.map(({ endMs }) => endMs)],
    });
    return found.rows.map(({ symbol, end_ms: endMs, bid }) => ({
      end: { symbol, endMs: Number(endMs) },
      bid: fromNumeric(bid),
    }));
  }

  #remember(key: string, bid: Amount): void {
    this.#known.set(key, bid);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#keptMax && oldest !== undefined) this.#known.delete(oldest);
  }
}

export function dayEndKey({ symbol, endMs }: DayEnd): string {
  return `${symbol} ${endMs}`;
}
