/**
 * The only place where money becomes a floating-point number, because Prometheus has no other numbers. No rule reads the result.
 */

const HUNDREDTH = 1_000_000n;

/** Converts an amount in units of 10⁻⁸ to whole hundredths, rounded towards zero, such as 12.34. */
export function chartFigure(amount: bigint): number {
  return Number(amount / HUNDREDTH) / 100;
}
