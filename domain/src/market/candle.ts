/**
 * Candles, built from the tape or aggregated from shorter candles. Times are in UTC, and weeks start on Monday. A minute
 * without entries has no candle.
 */
import type { Amount } from '../money/amount.ts';
import type { TapeEntry } from './quote.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

export type Candle = {
  /** When the candle's period starts, in milliseconds since 1970. */
  readonly startMs: number;
  readonly open: Amount;
  readonly high: Amount;
  readonly low: Amount;
  readonly close: Amount;
  readonly volume: Amount;
};

export const periodsMs = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1D': DAY_MS,
  '1W': 7 * DAY_MS,
} as const;
export type CandlePeriod = keyof typeof periodsMs;

/**
 * 5 January 1970 was the first Monday after the epoch. Every period shorter than a week divides a day, so one starts at that
 * instant too.
 */
const FIRST_MONDAY_MS = 4 * DAY_MS;

export function periodStart(timeMs: number, periodMs: number): number {
  const origin = periodMs === periodsMs['1W'] ? FIRST_MONDAY_MS : 0;
  return origin + Math.floor((timeMs - origin) / periodMs) * periodMs;
}

/** Builds candles of last prices from entries of one symbol in tape order. */
export function buildCandles(
  entries: Iterable<Pick<TapeEntry, 'timeMs' | 'last' | 'volume'>>,
  periodMs: number,
): Candle[] {
  const candles: Candle[] = [];
  let current: { -readonly [Field in keyof Candle]: Candle[Field] } | undefined;
  for (const { timeMs, last, volume } of entries) {
    if (current === undefined || timeMs >= current.startMs + periodMs) {
      const startMs = periodStart(timeMs, periodMs);
      current = { startMs, open: last, high: last, low: last, close: last, volume };
      candles.push(current);
      continue;
    }
    if (last > current.high) current.high = last;
    if (last < current.low) current.low = last;
    current.close = last;
    current.volume += volume;
  }
  return candles;
}

/** Merges two adjacent parts of a candle; `later` provides the close. */
export function joinCandles(earlier: Candle, later: Candle): Candle {
  return {
    startMs: earlier.startMs,
    open: earlier.open,
    high: later.high > earlier.high ? later.high : earlier.high,
    low: later.low < earlier.low ? later.low : earlier.low,
    close: later.close,
    volume: earlier.volume + later.volume,
  };
}

/** Builds candles of a longer period from candles of a period that divides it, oldest first. */
export function rollUp(candles: Iterable<Candle>, periodMs: number): Candle[] {
  const rolled: Candle[] = [];
  for (const candle of candles) {
    const startMs = periodStart(candle.startMs, periodMs);
    const newest = rolled.at(-1);
    if (newest?.startMs === startMs) rolled[rolled.length - 1] = joinCandles(newest, candle);
    else rolled.push({ ...candle, startMs });
  }
  return rolled;
}
