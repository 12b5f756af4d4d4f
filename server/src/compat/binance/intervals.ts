/**
 * The intervals of candles, in UTC. An interval's candles are built from stored candles of its own length, from those of days, or
 * from entries of the record.
 */
import type { Candle, CandlePeriod } from '@candor/domain/market/candle.ts';
import { joinCandles, periodStart } from '@candor/domain/market/candle.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';

const HOUR_MS = 60 * MINUTE_MS;
const SECOND_MS = 1000;
const MONTH_DAYS_MAX = 31;

export type Interval = {
  readonly name: string;
  /** The source of the interval's candles. */
  readonly of: 'entries' | 'candles' | 'days';
  /** The length of the interval; for months, the longest. */
  readonly lengthMs: number;
  /** The period of the candle in memory that supplies the interval's newest data; undefined if minutes supply it. */
  readonly live: CandlePeriod | undefined;
  readonly startOf: (timeMs: number) => number;
  /** The start of the interval after the one that starts at a time. */
  readonly after: (startMs: number) => number;
};

const fixed = (name: string, lengthMs: number, live?: CandlePeriod): Interval => ({
  ...{ name, lengthMs, of: lengthMs < MINUTE_MS ? 'entries' : 'candles', live },
  startOf: (timeMs) => periodStart(timeMs, lengthMs),
  after: (startMs) => startMs + lengthMs,
});

const monthOf = (timeMs: number, later: number): number => {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
};

const all: readonly Interval[] = [
  fixed('1s', SECOND_MS),
  ...[1, 3, 5, 15, 30].map((minutes) => fixed(`${minutes}m`, minutes * MINUTE_MS)),
  ...[1, 2, 4, 6, 8, 12].map((hours) => fixed(`${hours}h`, hours * HOUR_MS)),
  fixed('1d', DAY_MS, '1D'),
  fixed('3d', 3 * DAY_MS, '1D'),
  fixed('1w', 7 * DAY_MS, '1W'),
  {
    ...{ name: '1M', of: 'days', lengthMs: MONTH_DAYS_MAX * DAY_MS, live: '1D' },
    startOf: (timeMs) => monthOf(timeMs, 0),
    after: (startMs) => monthOf(startMs, 1),
  },
];

export const intervals: ReadonlyMap<string, Interval> = new Map(all.map((one) => [one.name, one]));

/** Joins candles of a shorter period, oldest first. */
export function joinedBy({ startOf }: Interval, candles: Iterable<Candle>): Candle[] {
  const joined: Candle[] = [];
  for (const candle of candles) {
    const startMs = startOf(candle.startMs);
    const newest = joined.at(-1);
    if (newest?.startMs === startMs) joined[joined.length - 1] = joinCandles(newest, candle);
    else joined.push({ ...candle, startMs });
  }
  return joined;
}
