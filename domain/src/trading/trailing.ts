/**
 * The distance of a trailing stop. A share of the price is converted to a distance in price when the order is accepted, at
 * the newest quote, and does not change afterwards. One rule therefore fires every trailing stop (`trigger.ts`), and a
 * stranger can compute the distance from the public tape.
 */
import type { Amount } from '../money/amount.ts';

/** A share of the price in basis points: from a hundredth of a percent to just below the whole. */
export const TRAILING_BPS_MIN = 1;
export const TRAILING_BPS_MAX = 9999;
const BPS = 10_000n;

/** The customer's request: a distance in price, or a share of the price in basis points. */
export type Trailing = {
  readonly trailing?: Amount | undefined;
  readonly trailingBps?: number | undefined;
};

/** Returns the distance in price, rounded down for a share of the price; undefined if neither was asked for. */
export function trailingDistance({ trailing, trailingBps }: Trailing, price: Amount): Amount | undefined {
  return trailingBps === undefined ? trailing : (price * BigInt(trailingBps)) / BPS;
}
