/**
 * The market's time between ticks. A tick says what time it was when its entry was written and comes some time later, so the
 * market's clock is never behind what the promptest ticks said; that is what is kept here. A correction is spread over the
 * seconds that follow: a countdown goes a little faster or slower for a while, and never jumps.
 */
export type MarketClock = {
  /** A tick of this time has come. */
  readonly hear: (timeMs: number) => void;
  /** The market's time now; undefined before the first tick. */
  readonly nowMs: () => number | undefined;
};

/** How long the promptest tick counts, at least: the device's own clock drifts by less than a millisecond meanwhile. */
const KEPT_MS = 60_000;
/** At first every better estimate is taken over at once; nothing has been shown for long. */
const SETTLING_MS = 2000;
/** A correction beyond this is no matter of promptness: a clock was set, or the device slept. */
const SET_MS = 1000;
/** How many milliseconds a second of showing may be longer or shorter. */
const SLEW_RATE = 0.05;

/** `deviceMs` counts on whatever the clock on the wall is set to. */
export function createMarketClock(deviceMs: () => number): MarketClock {
  // Market time minus device time, the greatest of this span and of the one before.
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
