/** The tiers of the hosting fund: what each offers, and which of them an amount belongs to. */
import type { Amount } from '../money/amount.ts';

/** A tier as its published terms have it at some instant. */
export type FundTier = {
  /** 1 is the lowest. */
  readonly id: number;
  /** Of its published terms. */
  readonly version: number;
  readonly open: boolean;
  readonly min: Amount;
  readonly max: Amount;
  /** The band in which the rate of a day is expected, part of one. */
  readonly rateMin: Amount;
  readonly rateMax: Amount;
  /** For how many days the principal is handed over. */
  readonly days: number;
  /** How often one account may join; null: as often as it likes. */
  readonly limitPerAccount: number | null;
  /** How many orders may be open at a time. */
  readonly places: number;
  /** Of the principal, part of one, when it is ended early. */
  readonly earlyFeeRate: Amount;
};

type Bounds = Pick<FundTier, 'min' | 'max'>;

/**
 * The tier of an amount, or undefined where no tier takes it. A boundary belongs to the higher of the two tiers that it
 * bounds, and the upper bound of the highest to that one.
 *
 * @param tiers from the lowest to the highest.
 */
export function tierOf<Tier extends Bounds>(tiers: readonly Tier[], amount: Amount): Tier | undefined {
  const highest = tiers.at(-1);
  return tiers.findLast(
    (tier) => amount >= tier.min && (amount < tier.max || (tier === highest && amount === tier.max)),
  );
}

/** What the fund takes altogether: the least and the most; undefined where it has no tier. */
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
