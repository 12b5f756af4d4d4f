/** The amount to move from the spot account so that an order can be placed from another account. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';

export type TopUpFacts = {
  /** The amount that the order needs; undefined until its size is known. */
  readonly needed: Amount | undefined;
  /** The amount available in the account, and the amount that the spot account could add. */
  readonly available: Amount;
  readonly spot: Amount;
  /**
   * The amount suggested for an empty account before the size is known; undefined if there is no round figure for the currency.
   */
  readonly first: Amount | undefined;
};

/** Rounds up to two significant digits: 0.00015564 becomes 0.00016. */
export function roundUpToTwoDigits(value: Amount): Amount {
  let unit = 1n;
  while (value / unit >= 100n) unit *= 10n;
  const rest = value % unit;
  return rest === 0n ? value : value - rest + unit;
}

/**
 * The missing amount plus a hundredth, since the price moves while the customer reads, rounded up to a figure that is easily
 * read. Undefined if nothing is missing or the spot account has less than is missing.
 */
export function topUpOf({ needed, available, spot, first }: TopUpFacts): Amount | undefined {
  if (needed === undefined) {
    if (available !== 0n || first === undefined || spot === 0n) return undefined;
    return first < spot ? first : spot;
  }
  const missing = needed - available;
  if (missing <= 0n || missing > spot) return undefined;
  const wanted = roundUpToTwoDigits(missing + missing / 100n);
  return wanted < spot ? wanted : spot;
}
