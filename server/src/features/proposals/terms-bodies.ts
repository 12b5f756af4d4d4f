/**
 * Parameters that may be published for a subject: exactly those of its default terms, each within bounds that prevent a misplaced
 * decimal point from becoming a fee or a limit. Since no subject is a customer, published terms apply to everyone.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { TermsBody } from '../../terms/usual-terms.ts';
import { suitsInstrument } from './instrument-figures.ts';

/**
 * How far ahead the effective time must be at least, so that every process has read a version before it takes effect; and how far
 * ahead it may be at most.
 */
const TERMS_AHEAD_MIN_MS = 60_000;
const TERMS_AHEAD_MAX_MS = 90 * 86_400_000;

/**
 * Fund tiers and loans bind a customer for several days, so a change needs a day's notice. Otherwise a customer could agree to
 * terms published only a moment earlier, or a tier could be priced for a day that is nearly over. Closing a tier or loans needs
 * no notice.
 */
const NOTICE_MS = 86_400_000;
const WITH_NOTICE = /^(fund:\d+|loan)$/;

type Bounds = { readonly min?: Amount; readonly max?: Amount };

/** A win must pay less profit than the stake, but enough to make a ticket worthwhile. */
const PAYOUT: Bounds = { min: amount('0.5'), max: amount('0.95') };
/** Bounds by parameter name, for all subjects. */
const BOUNDS: Readonly<Record<string, Bounds>> = {
  min: { min: 1n },
  fee_rate: { max: amount('0.02') },
  ...Object.fromEntries(OPTION_DURATIONS.map(({ seconds }) => [`payout_${seconds}`, PAYOUT])),
  stake_min_usdt: { min: amount('1') },
  stake_max_usdt: { max: amount('50000') },
  spot_fee_rate: { max: amount('0.01') },
  contract_fee_rate: { max: amount('0.01') },
  // A rate per day. A higher one would consume the notional value in a hundred days.
  financing_long_rate: { max: amount('0.01') },
  financing_short_rate: { max: amount('0.01') },
  cool_off_seconds: { max: amount('2592000') },
  promotion_max_usdt: { max: amount('10000') },
  level_1: { max: amount('0.1') },
  level_2: { max: amount('0.1') },
  level_3: { max: amount('0.1') },
  // A tier that would pay nothing must be closed instead.
  rate_max: { min: 1n, max: amount('0.05') },
  days: { min: ONE, max: amount('365') },
  limit_per_account: { max: amount('1000') },
  places: { min: ONE, max: amount('1000000') },
  early_fee_rate: { max: amount('0.02') },
  // Four times the default rate per day. Anything higher is assumed to be a mistake.
  daily_rate: { max: amount('0.002') },
  overdue_rate: { max: amount('0.004') },
  overdue_cap: { max: amount('0.5') },
  score_min: { max: amount('100') },
  // Honest customers leave fewer than ten firm quotes an hour unused. A limit above 360, one quote every ten seconds, would stop
  // nobody.
  unused_max: { min: amount('10'), max: amount('360') },
};
/** The bound for manual bookings. It doesn't apply to the parameter of the same name for the exchange's firm quotes. */
const MANUAL: Bounds = { max: amount('1000000') };
/**
 * Pairs of parameters in which the first must not exceed the second. If `two_from` exceeded `max`, no withdrawal would need dual
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
  readonly instrument: ContractInstrument | undefined;
};

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
