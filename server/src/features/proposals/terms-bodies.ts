/**
 * Parameters that may be published for a subject: exactly those of its default terms, each within bounds that keep a misplaced
 * decimal point from becoming a fee or a limit. No subject is a customer, so published terms apply to everyone.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { TermsBody } from '../../terms/usual-terms.ts';
import { suitsInstrument } from './instrument-figures.ts';

/** A version must be approved early enough for every process to read it, and must not be planned too far ahead. */
const TERMS_AHEAD_MIN_MS = 60_000;
const TERMS_AHEAD_MAX_MS = 90 * 86_400_000;

/**
 * Terms that customers agree to for several days (fund tiers and loans) need a day's notice. Otherwise a customer could agree
 * to terms that weren't visible before, or a tier could be priced for a day that is nearly over. Closing a tier or loans needs
 * no such notice.
 */
const NOTICE_MS = 86_400_000;
const WITH_NOTICE = /^(fund:\d+|loan)$/;

type Bounds = { readonly min?: Amount; readonly max?: Amount };

/** A win pays less than the stake, but enough to make a ticket worthwhile. */
const PAYOUT: Bounds = { min: amount('0.5'), max: amount('0.95') };
/** Bounds by parameter name, whatever the subject. */
const BOUNDS: Readonly<Record<string, Bounds>> = {
  min: { min: 1n },
  fee_rate: { max: amount('0.02') },
  ...Object.fromEntries(OPTION_DURATIONS.map(({ seconds }) => [`payout_${seconds}`, PAYOUT])),
  stake_min_usdt: { min: amount('1') },
  stake_max_usdt: { max: amount('50000') },
  spot_fee_rate: { max: amount('0.01') },
  contract_fee_rate: { max: amount('0.01') },
  // Per day. Over a year, a higher rate would exceed the whole notional.
  financing_long_rate: { max: amount('0.01') },
  financing_short_rate: { max: amount('0.01') },
  cool_off_seconds: { max: amount('2592000') },
  promotion_max_usdt: { max: amount('10000') },
  level_1: { max: amount('0.1') },
  level_2: { max: amount('0.1') },
  level_3: { max: amount('0.1') },
  // A tier that would pay nothing is closed instead of being published at zero.
  rate_max: { min: 1n, max: amount('0.05') },
  days: { min: ONE, max: amount('365') },
  limit_per_account: { max: amount('1000') },
  places: { min: ONE, max: amount('1000000') },
  early_fee_rate: { max: amount('0.02') },
  // The maximum is four times the default rate per day; anything higher is a mistake.
  daily_rate: { max: amount('0.002') },
  overdue_rate: { max: amount('0.004') },
  overdue_cap: { max: amount('0.5') },
  score_min: { max: amount('100') },
  // Honest customers leave fewer than ten firm quotes an hour unused, and a limit above one every ten seconds would serve no
  // purpose.
  unused_max: { min: amount('10'), max: amount('360') },
};
/** For manual bookings. Firm quotes of the exchange have a bound with the same name, which applies to the inventory. */
const MANUAL: Bounds = { max: amount('1000000') };
/**
 * Pairs in which the first must not exceed the second. If `two_from` exceeded the maximum, no withdrawal would need dual
 * approval.
 */
const ORDERED = [
  ['min', 'max'],
  ['max', 'day_max'],
  ['two_from', 'max'],
  ['rate_min', 'rate_max'],
  ['quantity_min', 'quantity_max'],
  ['contract_min', 'contract_max'],
  ['stake_min_usdt', 'stake_max_usdt'],
] as const;
/** Parameters that are integers. */
const WHOLE = ['cool_off_seconds', 'unused_max', 'score_min', 'days', 'limit_per_account', 'places'];

/** Writes parameters in the order of the default terms, with valid decimals in canonical form. */
export function writtenTerms(given: TermsBody, usual: TermsBody): TermsBody {
  const names = [...new Set([...Object.keys(usual), ...Object.keys(given)])].filter((name) =>
    Object.hasOwn(given, name),
  );
  return Object.fromEntries(
    names.map((name) => {
      const value = given[name] as string | boolean;
      const decimal = parseAmount(value);
      return [name, decimal === undefined ? value : formatAmount(decimal)];
    }),
  );
}

type Proposed = {
  readonly body: TermsBody;
  readonly usual: TermsBody;
  /** The configured instrument that the terms belong to. */
  readonly instrument: ContractInstrument | undefined;
};

/** Returns the invalid parameter, or undefined if the terms can be published. */
export function termsViolation(subject: string, { body, usual, instrument }: Proposed) {
  const wrong = (field: string) => refuse('parameter_wrong', { field, params: { field } });
  const known = Object.keys(usual);
  const strange = Object.keys(body).find((name) => !known.includes(name));
  if (strange !== undefined) return wrong(strange.slice(0, 40));
  for (const name of known) {
    const value = body[name];
    if (typeof value !== typeof usual[name]) return wrong(name);
    if (typeof value === 'string' && !isWithin(value, boundsOf(subject, name))) return wrong(name);
    if (instrument !== undefined && !suitsInstrument(instrument, name, { value, usual: usual[name] })) {
      return wrong(name);
    }
    if (WHOLE.includes(name) && (parseAmount(value) ?? 0n) % ONE !== 0n) return wrong(name);
  }
  for (const [less, more] of ORDERED) {
    const [low, high] = [parseAmount(body[less]), parseAmount(body[more])];
    if (low !== undefined && high !== undefined && low > high) return wrong(more === 'day_max' ? more : less);
  }
  return undefined;
}

function boundsOf(subject: string, name: string): Bounds {
  return subject === 'manual' && name === 'max_usdt' ? MANUAL : (BOUNDS[name] ?? {});
}

function isWithin(value: string, { min = 0n, max }: Bounds): boolean {
  const figure = parseAmount(value);
  return figure !== undefined && figure >= min && (max === undefined || figure <= max);
}

/** The reason why terms can't be published now with this effective time. */
export function effectiveViolation(
  {
    subject,
    body,
    effectiveMs,
  }: { readonly subject: string; readonly body: TermsBody; readonly effectiveMs: number },
  wallMs: number,
) {
  const field = 'effective_at';
  const aheadMs = WITH_NOTICE.test(subject) && body['open'] === true ? NOTICE_MS : TERMS_AHEAD_MIN_MS;
  if (effectiveMs < wallMs + aheadMs) {
    return refuse('effective_too_soon', { field, params: { seconds: String(aheadMs / 1000) } });
  }
  if (effectiveMs > wallMs + TERMS_AHEAD_MAX_MS)
    return refuse('parameter_wrong', { field, params: { field } });
  return undefined;
}
