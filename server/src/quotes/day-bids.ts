/** Reads the prices at which a symbol could be traded at the end of a day or minute: those of the last entry before that time. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { Pool } from '../db/pool.ts';

export type DayEnd = {
  readonly symbol: string;
  /** By the market clock, exclusive; a whole minute. */
  readonly endMs: number;
};

export type EndQuote = { readonly bid: Amount; readonly ask: Amount };

/** The last entry of a past day never changes, so it is cached. */
export class DayBids {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #keptMax: number;
  readonly #known = new Map<string, EndQuote>();

  constructor({ pool, keptMax }: { readonly pool: Pick<Pool, 'query'>; readonly keptMax: number }) {
    this.#pool = pool;
    this.#keptMax = keptMax;
  }

  /** Returns the bids, keyed by `dayEndKey`. Symbols whose tape begins later are omitted. `nowMs` is by the market clock. */
  async at(ends: readonly DayEnd[], nowMs: number): Promise<ReadonlyMap<string, Amount>> {
    const quotes = await this.quotesAt(ends, nowMs);
    return new Map([...quotes].map(([key, { bid }]) => [key, bid]));
  }

  /** Like `at`, but returns both sides of each entry. */
  async quotesAt(ends: readonly DayEnd[], nowMs: number): Promise<ReadonlyMap<string, EndQuote>> {
    const quotes = new Map<string, EndQuote>();
    // Many positions request the same price.
    const unknown = new Map<string, DayEnd>();
    for (const end of ends) {
      const key = dayEndKey(end);
      const known = this.#known.get(key);
      if (known === undefined) unknown.set(key, end);
      else quotes.set(key, known);
    }
    if (unknown.size === 0) return quotes;
    for (const { end, ...quote } of await this.#read([...unknown.values()])) {
      quotes.set(dayEndKey(end), quote);
      // An entry made in the last moments of the day may not be on the tape yet, so the price is cached only a minute later.
      if (nowMs >= end.endMs + MINUTE_MS) this.#remember(dayEndKey(end), quote);
    }
    return quotes;
  }

  async #read(ends: readonly DayEnd[]): Promise<(EndQuote & { end: DayEnd })[]> {
    const found = await this.#pool.query<{ symbol: string; end_ms: string; bid: string; ask: string }>({
      name: 'day-bids',
      text: `select u.symbol, u.end_ms, t.bid, t.ask from unnest($1::text[], $2::bigint[]) as u (symbol, end_ms)
        cross join lateral (
          select m.last_seq from tape_minute m where m.symbol = u.symbol and m.minute_ms < u.end_ms
          order by m.minute_ms desc limit 1
        ) m
        join tape t on t.symbol = u.symbol and t.seq = m.last_seq`,
      values: [ends.map(({ symbol }) => symbol), ends.map(({ endMs }) => endMs)],
    });
    return found.rows.map(({ symbol, end_ms: endMs, bid, ask }) => ({
      end: { symbol, endMs: Number(endMs) },
      bid: fromNumeric(bid),
      ask: fromNumeric(ask),
    }));
  }

  #remember(key: string, quote: EndQuote): void {
    this.#known.set(key, quote);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#keptMax && oldest !== undefined) this.#known.delete(oldest);
  }
}

export function dayEndKey({ symbol, endMs }: DayEnd): string {
  return `${symbol} ${endMs}`;
}
