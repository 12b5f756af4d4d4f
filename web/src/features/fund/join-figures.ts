/**
 * The figures for an amount before it is invested: the tier that it belongs to, the estimated income of a day, and the fee for
 * an early exit. Pure.
 */
import { earlyFee, incomeOf } from '@candor/domain/fund/income.ts';
import { tierOf } from '@candor/domain/fund/tier.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Tier = CallOutput<'GET project'>[number];
export type JoinProblem = 'empty' | 'out_of_range' | 'too_much' | 'closed' | 'used_up';

export type JoinFigures = {
  /** The tier that the amount belongs to; the opened tier while the amount belongs to none. */
  readonly tier: Tier;
  readonly problem: JoinProblem | undefined;
  readonly dayMin: string;
  readonly dayMax: string;
  readonly earlyFee: string;
};

const PER_CENT = 100n;

/** Rates are in per cent per day. */
const partOfOne = (perCent: string): Amount => amount(perCent) / PER_CENT;

export function joinFigures(
  typed: string,
  {
    tiers,
    opened,
    available,
  }: { readonly tiers: readonly Tier[]; readonly opened: Tier; readonly available: string },
): JoinFigures {
  const value = parseAmount(typed);
  const bounds = tiers.map((one) => ({ ...one, min: amount(one.min), max: amount(one.max) }));
  const found = value === undefined ? undefined : tierOf(bounds, value);
  const belongsTo = tiers.find(({ id }) => id === found?.id);
  const tier = belongsTo ?? opened;
  const of = (rate: string): string => formatAmount(incomeOf(value ?? 0n, partOfOne(rate)));
  return {
    tier,
    problem: problemOf(value, { tier, isOutside: belongsTo === undefined, available: amount(available) }),
    dayMin: of(tier.rate_min),
    dayMax: of(tier.rate_max),
    earlyFee: formatAmount(earlyFee(value ?? 0n, partOfOne(tier.early_fee_rate))),
  };
}

function problemOf(
  value: Amount | undefined,
  at: { readonly tier: Tier; readonly isOutside: boolean; readonly available: Amount },
): JoinProblem | undefined {
  const { tier, isOutside, available } = at;
  if (!tier.open) return 'closed';
  if (tier.limit_per_account !== null && tier.used >= tier.limit_per_account) return 'used_up';
  if (value === undefined || value === 0n) return 'empty';
  if (isOutside) return 'out_of_range';
  return value > available ? 'too_much' : undefined;
}
