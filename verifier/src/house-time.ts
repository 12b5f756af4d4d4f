/**
 * The platform's time. It is the real time, except in a demo whose clock was set forward: there, everything that the platform
 * dates is ahead, while witnesses and readers use the real time. The public log has every step
 * (docs/verification.md#a-demos-time).
 */

/** From a real time on, the platform's time is this much ahead, both in milliseconds. Negative in a demo that began in the past. */
export type ClockStep = { readonly wallMs: number; readonly aheadMs: number };

/** The real time at which the platform's time was `houseMs`. A time that a step skipped maps to the real time of that step. */
export function wallTime(steps: readonly ClockStep[], houseMs: number): number {
  const at = steps.findLastIndex(({ wallMs, aheadMs }) => wallMs + aheadMs <= houseMs);
  const next = steps[at + 1];
  const ms = houseMs - (steps[at]?.aheadMs ?? 0);
  return next === undefined ? ms : Math.min(ms, next.wallMs);
}

/** The platform's time at a real time. */
export function houseTime(steps: readonly ClockStep[], wallMs: number): number {
  return wallMs + (steps.findLast((step) => step.wallMs <= wallMs)?.aheadMs ?? 0);
}
