/** Keeps the last 24 hours of a symbol in memory, by minute, and computes change, extremes, volume and sparkline. */
import type { Candle } from '@candor/domain/market/candle.ts';
import { joinCandles, periodStart, rollUp } from '@candor/domain/market/candle.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ONE } from '@candor/domain/money/amount.ts';

/** A day of minutes is kept. Up to twice as many may accumulate if no figures are requested. */
const MINUTES_KEPT_MAX = (2 * DAY_MS) / MINUTE_MS;
const SPARK_STEP_MS = 30 * MINUTE_MS;

export type DayFigures = {
  /** In per cent with two decimals, relative to the last price 24 hours earlier. */
  readonly changePercent: Amount;
  /** The last price 24 hours earlier. */
  readonly open: Amount;
  readonly high: Amount;
  readonly low: Amount;
  readonly volume: Amount;
  /**
   * Closing prices of half hours, oldest first. A half hour without an entry, as after a demo was set forward, has the last price
   * before it: the price did not move, as far as anybody knows.
   */
  readonly spark: readonly Amount[];
};

export type DayWindow = {
  /** Adds an entry. Entries must arrive in tape order. */
  take(entry: Pick<TapeEntry, 'timeMs' | 'last' | 'volume'>): void;
  /** Returns the figures for the 24 hours up to the newest entry. Over a weekend, they stay as they were at the close. */
  figures(): DayFigures | undefined;
  /** Returns the minutes that start at or after a time, oldest first, going back a day at most. */
  minutes(sinceMs: number): readonly Candle[];
};

type Closed = {
  readonly before: number;
  readonly part: Candle | undefined;
  readonly spark: readonly Amount[];
};

/** Starts from stored minutes, oldest first. A minute from before the window supplies the reference price for the change. */
export function createDayWindow(stored: readonly Candle[]): DayWindow {
  const minutes: Candle[] = [...stored];
  let closed: Closed | undefined;

  /** Keeps one minute at or before the window's start, because its close is the price of 24 hours ago. */
  const dropOld = (newestMs: number): void => {
    const inside = minutes.findIndex((minute) => minute.startMs > newestMs - DAY_MS);
    if (inside > 1) minutes.splice(0, inside - 1);
  };
  /** Computes the part of the figures that stays the same until the next minute begins. */
  const closedPart = (newest: Candle): Closed => {
    if (closed?.before === newest.startMs) return closed;
    dropOld(newest.startMs);
    const cutoff = newest.startMs - DAY_MS;
    const inside = minutes.slice(0, -1).filter((minute) => minute.startMs > cutoff);
    const before = minutes.findLast((minute) => minute.startMs <= cutoff);
    const spark = sparkOf(inside, { before, newestMs: newest.startMs });
    const part = inside.reduce<Candle | undefined>(
      (sum, minute) => (sum === undefined ? minute : joinCandles(sum, minute)),
      undefined,
    );
    closed = { before: newest.startMs, part, spark };
    return closed;
  };
  return {
    take: ({ timeMs, last, volume }) => {
      const startMs = periodStart(timeMs, MINUTE_MS);
      const fresh: Candle = { startMs, open: last, high: last, low: last, close: last, volume };
      const newest = minutes.at(-1);
      if (newest?.startMs === startMs) minutes[minutes.length - 1] = joinCandles(newest, fresh);
      else {
        minutes.push(fresh);
        // Limits the number of minutes even if no figures are requested for months.
        if (minutes.length > MINUTES_KEPT_MAX) dropOld(startMs);
      }
    },
    minutes: (sinceMs) => {
      const first = minutes.findLastIndex(({ startMs }) => startMs < sinceMs) + 1;
      return minutes.slice(first);
    },
    figures: () => {
      const newest = minutes.at(-1);
      if (newest === undefined) return undefined;
      const { part, spark } = closedPart(newest);
      const whole = part === undefined ? newest : joinCandles(part, newest);
      const oldest = minutes[0] ?? newest;
      const from = oldest.startMs <= newest.startMs - DAY_MS ? oldest.close : whole.open;
      return {
        changePercent: changePercent(from, newest.close),
        open: from,
        high: whole.high,
        low: whole.low,
        volume: whole.volume,
        spark: [...spark, newest.close],
      };
    },
  };
}

function sparkOf(
  inside: readonly Candle[],
  { before, newestMs }: { readonly before: Candle | undefined; readonly newestMs: number },
): readonly Amount[] {
  const closes = new Map(rollUp(inside, SPARK_STEP_MS).map(({ startMs, close }) => [startMs, close]));
  const firstMs = before === undefined ? inside[0]?.startMs : newestMs - DAY_MS + MINUTE_MS;
  if (firstMs === undefined) return [];
  const spark: Amount[] = [];
  let price = before?.close;
  for (let ms = periodStart(firstMs, SPARK_STEP_MS); ms <= newestMs; ms += SPARK_STEP_MS) {
    const close = closes.get(ms);
    price = close ?? price;
    // The half hour of the newest minute may have begun with it.
    const isOver = newestMs >= ms + SPARK_STEP_MS;
    if (price !== undefined && (isOver || close !== undefined)) spark.push(price);
  }
  return spark;
}

export function changePercent(from: Amount, to: Amount): Amount {
  const hundredth = ONE / 100n;
  const scaled = (to - from) * 10_000n * 2n + from;
  const rounded = scaled >= 0n ? scaled / (2n * from) : -((-scaled + 2n * from - 1n) / (2n * from));
  return rounded * hundredth;
}
