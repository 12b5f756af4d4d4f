/**
 * The current candle of a stream of candles. It starts from what is in memory or stored, and each entry of the record is added to
 * it.
 */
import { joinCandles } from '@candor/domain/market/candle.ts';
import type { Candle } from '@candor/domain/market/candle.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { joinedBy } from './intervals.ts';
import type { Interval } from './intervals.ts';
import type { Market } from './market-view.ts';

type Deps = Pick<Market, 'candles'>;

export class StreamCandle {
  readonly #interval: Interval;
  /** Candles that a later entry ended and that have not yet been sent as finished. */
  #finished: Candle[] = [];
  #current: Candle | undefined;

  constructor(symbol: string, interval: Interval, { candles }: Deps, nowMs: number) {
    const { live, of } = interval;
    this.#interval = interval;
    if (of === 'entries') return;
    const startMs = interval.startOf(nowMs);
    const parts =
      live === undefined ? candles.minutes(symbol, startMs) : [candles.live(symbol, live) ?? []].flat();
    this.#current = joinedBy(interval, parts).findLast((candle) => candle.startMs === startMs);
  }

  /**
   * Adds the days before today to the candle of an interval of several days. They are finished and stored, so they are read from
   * the database.
   */
  async begin(symbol: string, { candles }: Deps, nowMs: number): Promise<void> {
    const { live, startOf } = this.#interval;
    const startMs = startOf(nowMs);
    const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    if (live !== '1D' || startMs >= dayMs) return;
    const range = {
      symbol,
      periodMs: DAY_MS,
      fromMs: startMs,
      toMs: dayMs,
      limit: (dayMs - startMs) / DAY_MS,
    };
    const [earlier] = joinedBy(this.#interval, await candles.range(range));
    if (earlier === undefined) return;
    const current = this.#current;
    if (current === undefined) this.#current = earlier;
    else if (current.startMs === startMs) this.#current = joinCandles(earlier, current);
  }

  grow({ last, volume, timeMs }: TapeEntry): void {
    const startMs = this.#interval.startOf(timeMs);
    const fresh: Candle = { startMs, open: last, high: last, low: last, close: last, volume };
    const current = this.#current;
    if (current !== undefined && current.startMs < startMs) this.#finished.push(current);
    this.#current = current?.startMs === startMs ? joinCandles(current, fresh) : fresh;
  }

  /** Returns the candles finished since the last call, and the current one. */
  take(): { readonly finished: readonly Candle[]; readonly current: Candle | undefined } {
    const finished = this.#finished;
    this.#finished = [];
    return { finished, current: this.#current };
  }
}
