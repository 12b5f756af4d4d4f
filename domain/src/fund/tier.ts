/** The tiers of the hosting fund: their terms, and the tier of an amount. */
import type { Amount } from '../money/amount.ts';

/** A tier under its published terms at an instant. */
export type FundTier = {
  /** The lowest tier is 1. */
  readonly id: number;
  /** The version of its published terms. */
  readonly version: number;
  readonly open: boolean;
  readonly min: Amount;
  readonly max: Amount;
  /** The band of the expected daily rate, as fractions. */
  readonly rateMin: Amount;
  readonly rateMax: Amount;
  /** The number of days for which the principal is invested. */
  readonly days: number;
  /** How often one account may join; null for no limit. */
  readonly limitPerAccount: number | null;
  /** How many orders may be open at a time. */
  readonly places: number;
  /** The fee for ending early, as a fraction of the principal. */
  readonly earlyFeeRate: Amount;
};

type Bounds = Pick<FundTier, 'min' | 'max'>;

/**
 * The tier of an amount, or undefined if no tier accepts it. A boundary belongs to the higher of its two tiers, and the upper
 * bound of the highest tier to that tier.
 *
 * @param tiers from the lowest to the highest.
 */
export function tierOf<Tier extends Bounds>(tiers: readonly Tier[], amount: Amount): Tier | undefined {
  const highest = tiers.at(-1);
  return tiers.findLast(
    (tier) => amount >= tier.min && (amount < tier.max || (tier === highest && amount === tier.max)),
  );
}

/** The least and the greatest amount that the fund accepts; undefined without tiers. */
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
