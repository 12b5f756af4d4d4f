/** Assigns published terms to headings, and classifies their figures. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Subject = CallOutput<'GET transparency/terms'>[number];
export type Version = Subject['versions'][number];

export const groups = [
  'deposit',
  'withdrawal',
  'exchange',
  'address',
  'manual',
  'instrument',
  'option',
  'fund',
  'loan',
  'referral',
] as const;
export type Group = (typeof groups)[number];

const figures = [
  'open',
  'min',
  'max',
  'day_max',
  'two_from',
  'fee_rate',
  'spot_fee_rate',
  'quantity_min',
  'quantity_max',
  'contract_fee_rate',
  'financing_long_rate',
  'financing_short_rate',
  'contract_min',
  'contract_max',
  'leverage_max',
  'payout_30',
  'payout_60',
  'payout_120',
  'payout_180',
  'payout_300',
  'stake_min_usdt',
  'stake_max_usdt',
  'max_usdt',
  'unused_max',
  'promotion_max_usdt',
  'cool_off_seconds',
  'rate_min',
  'rate_max',
  'days',
  'limit_per_account',
  'places',
  'early_fee_rate',
  'daily_rate',
  'overdue_rate',
  'overdue_cap',
  'score_min',
  'level_1',
  'level_2',
  'level_3',
] as const;
export type Figure = (typeof figures)[number];
export type Payout = Extract<Figure, `payout_${string}`>;

export function isPayout(name: Figure): name is Payout {
  return name.startsWith('payout_');
}

/** Figures that are fractions although their names don't end in `rate`. */
const PARTS: ReadonlySet<Figure> = new Set([
  ...(['rate_min', 'rate_max', 'overdue_cap', 'level_1', 'level_2', 'level_3'] as const),
]);
const COUNTS: ReadonlySet<Figure> = new Set([
  ...(['unused_max', 'days', 'limit_per_account', 'places', 'score_min'] as const),
]);

/** Returns the unit of a figure: a fraction, seconds, a count, lots or a currency. */
export function unitOf(
  name: Figure,
  of: string | undefined,
): 'percent' | 'seconds' | 'times' | 'lots' | { currency: string | undefined } {
  if (isPayout(name) || name.endsWith('_rate') || PARTS.has(name)) return 'percent';
  if (COUNTS.has(name)) return { currency: undefined };
  if (name === 'cool_off_seconds') return 'seconds';
  if (name === 'leverage_max') return 'times';
  if (name.endsWith('_usdt')) return { currency: 'USDT' };
  const [base, quote] = of?.split('/') ?? [];
  // The amounts of the fund's tiers, which are numbered, and of loans, which have no parts, are in USDT.
  if (base === undefined || /^\d+$/.test(base)) return { currency: 'USDT' };
  // Order sizes are in coins for coins quoted in USDT, and in lots for currencies and metals.
  if (quote !== undefined && quote !== 'USDT') return 'lots';
  return { currency: base };
}

/** Splits a subject such as "deposit:BTC:bitcoin" into its parts, or returns undefined if this app does not know it. */
export function subjectOf(subject: string): { group: Group; parts: string[] } | undefined {
  const [head = '', ...parts] = subject.split(':');
  const group = groups.find((known) => known === head);
  return group === undefined ? undefined : { group, parts };
}

/** Returns the known figures of a version in a fixed order. */
export function figuresOf(version: Version): { name: Figure; value: string | boolean }[] {
  return figures.flatMap((name) => {
    const value = version.body[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

export type Standing = 'current' | 'coming' | 'over' | 'replaced';

/** Returns whether a version is in force, in the future, in the past, or was replaced before it took effect. */
export function standingOf({ current, effective_at: from, until }: Version, now: number): Standing {
  if (current) return 'current';
  if (until !== null && until <= from) return 'replaced';
  return from > now ? 'coming' : 'over';
}

/** Sorts the version in force first, then future versions, then past versions. Each group is newest first. */
export function versionsShown(versions: readonly Version[], now: number): Version[] {
  const rank: Record<Standing, number> = { current: 0, coming: 1, over: 2, replaced: 2 };
  return versions.toSorted(
    (one, other) => rank[standingOf(one, now)] - rank[standingOf(other, now)] || other.version - one.version,
  );
}
