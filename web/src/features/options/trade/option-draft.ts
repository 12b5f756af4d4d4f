/**
 * The state of the options ticket, derived from its input: payout, profit and break-even win rate by the server's own rule, any
 * problem, and the request. Pure: input strings and facts in, a view out.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import { mulDivUp } from '@candor/domain/money/rounding.ts';
import type { OptionSide } from '@candor/domain/trading/option.ts';
import { breakEvenRate, optionProfit } from '@candor/domain/trading/option.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { ClosedReason } from '../../../live/closed-reason.ts';
import { finishedDecimal } from '../../../ui/keypad-typing.ts';
import type { Again, OptionCurrency, Payable } from './stake.ts';
import { optionCurrencies, stakeDecimals, unitOf } from './stake.ts';

/** The input, as strings so that it can be stored. Each currency has a separate stake, because 25 USDT are not 25 BTC. */
export type OptionDraft = Readonly<Record<'seconds' | 'currency' | `stake${OptionCurrency}`, string>>;

export const emptyDraft: OptionDraft = {
  seconds: '',
  currency: '',
  stakeUSDT: '',
  stakeBTC: '',
  stakeETH: '',
  stakeEXPERIENCE: '',
};

export type Duration = { readonly seconds: number; readonly payoutRatio: Amount };

export type OptionFacts = {
  readonly symbol: string;
  /** The durations offered, ascending; never empty. */
  readonly durations: readonly Duration[];
  /** The currencies that can be staked; undefined for a visitor. */
  readonly payables: readonly Payable[] | undefined;
  readonly closed: ClosedReason | undefined;
};

export type OptionField = 'seconds' | 'stake' | 'currency';
export type OptionProblem = {
  /** The field with the problem; undefined if the problem is the market. */
  readonly field: OptionField | undefined;
  readonly code: RefusalCode | 'stake_missing';
  readonly params: Readonly<Record<string, string>>;
};

export type OptionRequest = CallRequest<'POST microtrade/submit'>;

export type OptionTerms = {
  readonly seconds: number;
  /** The profit of a win as a fraction of the stake. */
  readonly payoutRatio: Amount;
  /** The fraction of decided tickets that must win for gains to equal losses. */
  readonly breakEven: Amount;
  /** The average loss if up and down are equally likely, as a fraction of the stake. */
  readonly evenOddsCost: Amount;
};

export type OptionView = OptionTerms & {
  readonly currency: OptionCurrency;
  /** The stake limits in this currency; undefined for a visitor. */
  readonly payable: Payable | undefined;
  /** Undefined until a stake is typed. */
  readonly figures: { readonly stake: Amount; readonly profit: Amount; readonly payout: Amount } | undefined;
  readonly problem: OptionProblem | undefined;
  readonly request: ((side: OptionSide) => OptionRequest) | undefined;
};

const stakeKey = <Currency extends OptionCurrency>(currency: Currency) => `stake${currency}` as const;

export function stakeText(draft: OptionDraft, currency: OptionCurrency): string {
  return draft[stakeKey(currency)];
}

export function withStake(currency: OptionCurrency, text: string): Partial<OptionDraft> {
  return { [stakeKey(currency)]: text };
}

/** Returns the change to the draft for buying an earlier ticket again. */
export function withAgain({ seconds, stake, currency }: Again): Partial<OptionDraft> {
  return { seconds: seconds.toString(), currency, ...withStake(currency, stake) };
}

function durationOf(draft: OptionDraft, durations: readonly Duration[]): Duration {
  const chosen = durations.find(({ seconds }) => seconds.toString() === draft.seconds) ?? durations[0];
  if (chosen === undefined) throw new Error('expected at least one option duration, found none');
  return chosen;
}

function currencyOf(draft: OptionDraft, payables: OptionFacts['payables']): OptionCurrency {
  const offered = payables?.map(({ currency }) => currency) ?? optionCurrencies;
  return offered.find((currency) => currency === draft.currency) ?? offered[0] ?? 'USDT';
}

/** Returns the terms of a payout, which do not depend on the stake. */
export function termsOf({ seconds, payoutRatio }: Duration): OptionTerms {
  return {
    seconds,
    payoutRatio,
    breakEven: breakEvenRate(payoutRatio),
    evenOddsCost: mulDivUp(ONE - payoutRatio, 1n, 2n),
  };
}

function stakeProblem(
  stake: Amount | undefined,
  currency: OptionCurrency,
  payable: Payable | undefined,
): OptionProblem | undefined {
  if (stake === undefined || stake === 0n) return { field: 'stake', code: 'stake_missing', params: {} };
  if (payable === undefined) return undefined;
  const { min, max, available } = payable;
  const unit = unitOf(currency);
  if (min !== null && stake < amount(min))
    return { field: 'stake', code: 'stake_below_minimum', params: { min, currency: unit } };
  if (max !== null && stake > amount(max))
    return { field: 'stake', code: 'stake_above_maximum', params: { max, currency: unit } };
  if (stake <= amount(available)) return undefined;
  return {
    field: 'stake',
    code: currency === 'EXPERIENCE' ? 'credit_insufficient' : 'option_balance_insufficient',
    params: { currency: unit, needed: formatAmount(stake), available },
  };
}

/** Returns the typed stake if it fits the decimal places of its currency, which the field enforces. */
function typedStake(draft: OptionDraft, currency: OptionCurrency): Amount | undefined {
  const stake = parseAmount(finishedDecimal(stakeText(draft, currency)));
  const unit = 10n ** BigInt(8 - stakeDecimals(currency));
  return stake === undefined ? undefined : stake - (stake % unit);
}

export function readOption(draft: OptionDraft, facts: OptionFacts): OptionView {
  const terms = termsOf(durationOf(draft, facts.durations));
  const currency = currencyOf(draft, facts.payables);
  const payable = facts.payables?.find((known) => known.currency === currency);
  const stake = typedStake(draft, currency);
  const profit = stake === undefined ? 0n : optionProfit(stake, terms.payoutRatio);
  const closed: OptionProblem | undefined =
    facts.closed === undefined ? undefined : { field: undefined, code: facts.closed, params: {} };
  const problem = closed ?? stakeProblem(stake, currency, payable);
  const request = (side: OptionSide): OptionRequest => ({
    symbol: facts.symbol,
    side,
    seconds: terms.seconds,
    stake: formatAmount(stake ?? 0n),
    currency,
    payout_ratio: formatAmount(terms.payoutRatio),
  });
  return {
    ...terms,
    currency,
    payable,
    figures: stake === undefined || stake === 0n ? undefined : { stake, profit, payout: stake + profit },
    problem,
    request: problem === undefined ? request : undefined,
  };
}

const fieldsByCode: Partial<Record<RefusalCode, OptionField>> = {
  duration_not_offered: 'seconds',
  session_ends_first: 'seconds',
  currency_invalid: 'currency',
  stake_below_minimum: 'stake',
  stake_above_maximum: 'stake',
  option_balance_insufficient: 'stake',
  credit_insufficient: 'stake',
  exposure_customer_full: 'stake',
  exposure_full: 'stake',
};
const fields: readonly OptionField[] = ['seconds', 'stake', 'currency'];

export function refusedProblem(refusal: {
  readonly error: RefusalCode;
  readonly params: Readonly<Record<string, string>>;
}): OptionProblem {
  const named = fields.find((field) => field === refusal.params['field']);
  return { field: named ?? fieldsByCode[refusal.error], code: refusal.error, params: refusal.params };
}
