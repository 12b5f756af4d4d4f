/** The tiers of the hosting fund: their terms, and the tier of an amount. */
import type { Amount } from '../money/amount.ts';

export type FundTier = {
  /** The number of the tier; 1 is the lowest. */
  readonly id: number;
  readonly version: number;
  readonly open: boolean;
  readonly min: Amount;
  readonly max: Amount;
  /** The minimum and maximum of the expected daily rate, as fractions. */
  readonly rateMin: Amount;
  readonly rateMax: Amount;
  readonly days: number;
  /** How many orders a customer may start in the tier; null for no limit. */
  readonly limitPerAccount: number | null;
  /** The maximum number of open orders in the tier. */
  readonly places: number;
  /** The fee for ending early, as a fraction of the principal. */
  readonly earlyFeeRate: Amount;
};

type Bounds = Pick<FundTier, 'min' | 'max'>;

/**
 * Returns the tier of an amount, or undefined if no tier accepts the amount. A boundary belongs to the higher of the two tiers,
 * and the upper bound of the highest tier to the highest tier.
 *
 * @param tiers in ascending order.
 */
export function tierOf<Tier extends Bounds>(tiers: readonly Tier[], amount: Amount): Tier | undefined {
  const highest = tiers.at(-1);
  return tiers.findLast(
    (tier) => amount >= tier.min && (amount < tier.max || (tier === highest && amount === tier.max)),
  );
}

/** Returns the least and the greatest amount that the fund accepts; undefined if there are no tiers. */
export function rangeOf(tiers: readonly Bounds[]): Bounds | undefined {
  const [first, ...others] = tiers;
  if (first === undefined) return undefined;
  return others.reduce<Bounds>(
    (range, { min, max }) => ({
      min: min < range.min ? min : range.min,
      max: max > range.max ? max : range.max,
    }),
    { min: first.min, max: first.max },
  );
}
