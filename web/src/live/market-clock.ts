/**
 * An estimate of the market's time between ticks. A tick contains the time at which its entry was written and arrives later, so
 * the estimate follows the tick with the lowest latency. A correction is spread over the following seconds, so that a countdown
 * runs slightly faster or slower for a time but never jumps.
 */
export type MarketClock = {
  readonly hear: (timeMs: number) => void;
  /** Returns the market's time now, or undefined before the first tick. */
  readonly nowMs: () => number | undefined;
};

/**
 * The minimum time for which the tick with the lowest latency is used. In this time, the device's clock drifts by less than a
 * millisecond.
 */
const KEPT_MS = 60_000;
/** In this time after the start, better estimates are adopted immediately, because no countdown has been displayed for long. */
const SETTLING_MS = 2000;
/** A larger correction is not due to latency, but to a clock that was set or a device that slept. */
const SET_MS = 1000;
/** The maximum fraction by which a displayed second may be longer or shorter. */
const SLEW_RATE = 0.05;

/** `deviceMs` is a monotonic clock, independent of the wall clock. */
export function createMarketClock(deviceMs: () => number): MarketClock {
  // The maximum of market time minus device time in this window and in the previous window.
  let span = { sinceMs: 0, ahead: Number.NEGATIVE_INFINITY, before: Number.NEGATIVE_INFINITY };
  let firstMs: number | undefined;
  let shown: { readonly ahead: number; readonly atMs: number } | undefined;

  const hear = (timeMs: number) => {
    const now = deviceMs();
    firstMs ??= now;
    if (now - span.sinceMs > KEPT_MS)
      span = { sinceMs: now, ahead: Number.NEGATIVE_INFINITY, before: span.ahead };
    span.ahead = Math.max(span.ahead, timeMs - now);
  };

  const nowMs = () => {
    if (firstMs === undefined) return undefined;
    const now = deviceMs();
    const wanted = Math.max(span.ahead, span.before);
    const off = shown === undefined ? 0 : wanted - shown.ahead;
    if (shown === undefined || now - firstMs < SETTLING_MS || Math.abs(off) >= SET_MS) {
      shown = { ahead: wanted, atMs: now };
    } else {
      const most = (now - shown.atMs) * SLEW_RATE;
      shown = { ahead: shown.ahead + Math.max(-most, Math.min(most, off)), atMs: now };
    }
    return now + shown.ahead;
  };

  return { hear, nowMs };
}
