/** The only place where money becomes a floating-point number: Prometheus has no other numbers. No rule reads the result. */

const HUNDREDTH = 1_000_000n;

/** An amount in units of 10⁻⁸ as whole hundredths, rounded towards zero, such as 12.34. */
export function chartFigure(amount: bigint): number {
  return Number(amount / HUNDREDTH) / 100;
}
