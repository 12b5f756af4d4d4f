/**
 * The market's time between ticks. A tick contains the time at which its entry was written and arrives somewhat later, so the
 * market's clock is never behind the tick with the lowest latency, which is used here. A correction is spread over the
 * following seconds: a countdown runs a little faster or slower for a while, and never jumps.
 */
export type MarketClock = {
  /** A tick with this time has arrived. */
  readonly hear: (timeMs: number) => void;
  /** The market's time now; undefined before the first tick. */
  readonly nowMs: () => number | undefined;
};

/**
 * The minimum time for which the lowest-latency tick is used; the device's own clock drifts by less than a millisecond
 * meanwhile.
 */
const KEPT_MS = 60_000;
/** At first every better estimate is adopted immediately, because nothing has been displayed for long. */
const SETTLING_MS = 2000;
/** A correction beyond this is not due to latency: a clock was set, or the device slept. */
const SET_MS = 1000;
/** A displayed second may be longer or shorter by at most this fraction. */
const SLEW_RATE = 0.05;

/** `deviceMs` is a monotonic clock, independent of the wall clock. */
export function createMarketClock(deviceMs: () => number): MarketClock {
  // Market time minus device time: the maximum in this window and in the previous one.
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
