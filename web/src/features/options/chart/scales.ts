/** The times and prices that the tick chart shows, chosen so that the chart rarely rescales. Pure. */

export type Span = { readonly from: number; readonly to: number };

const PAST_LEAST_MS = 90_000;
const FUTURE_LEAST_MS = 12_000;
/** The shown time as a multiple of the longest duration, which leaves room for the label after the expiry. */
const BEHIND_EXPIRY = 1.1;

/**
 * Returns the time shown before and after the present. It is long enough to show the longest ticket from strike to expiry, and
 * constant while that ticket runs.
 */
export function timesAround(runningSeconds: readonly number[]): { pastMs: number; futureMs: number } {
  const longestMs = Math.max(0, ...runningSeconds) * 1000;
  return {
    pastMs: Math.max(PAST_LEAST_MS, longestMs * BEHIND_EXPIRY),
    futureMs: Math.max(FUTURE_LEAST_MS, longestMs * BEHIND_EXPIRY),
  };
}

/** The margin above and below the prices, as a fraction of the shown height. */
const MARGIN = 0.18;
/** The range shrinks only when the prices fill less than this fraction of the height between the margins. */
const TOO_EMPTY = 0.45;

/**
 * Returns the visible price range, which includes these levels with a margin. The previous range is kept as long as it fits well.
 */
export function levelsShown(levels: readonly number[], tick: number, before: Span | undefined): Span {
  const low = Math.min(...levels);
  const high = Math.max(...levels);
  const fits = before !== undefined && low >= before.from && high <= before.to;
  // Enforces a minimum height, so that a constant price is not magnified until one step fills the chart.
  const height = Math.max(high - low, tick * 8);
  if (fits && height >= (before.to - before.from) * TOO_EMPTY * (1 - 2 * MARGIN)) return before;
  const middle = (low + high) / 2;
  const half = height / 2 / (1 - 2 * MARGIN);
  return { from: middle - half, to: middle + half };
}

const steps = [1, 2, 5, 10];

/** Returns at most `most` round levels within the range, for grid lines. */
export function gridLevels({ from, to }: Span, tick: number, most: number): readonly number[] {
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, tick)));
  const step = power * (steps.find((one) => power * one >= Math.max(rough, tick)) ?? 10);
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, at) => (first + at) * step);
}
