/**
 * What the options ticket says about what was typed: payout, profit and the win rate that breaks even by the server's own
 * rule, what stands in the way, and the request that would be sent. Pure: typed texts and facts in, a view out.
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

/** As chosen and typed; texts, so that they can be kept. A stake is kept for each currency: 25 USDT are not 25 BTC. */
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
  /** What is offered, ascending; never empty. */
  readonly durations: readonly Duration[];
  /** What may be staked; undefined for a visitor. */
  readonly payables: readonly Payable[] | undefined;
  /** Why nothing can be bought now, if so. */
  readonly closed: ClosedReason | undefined;
};

export type OptionField = 'seconds' | 'stake' | 'currency';
export type OptionProblem = {
  /** The field at fault; none when it is the market. */
  readonly field: OptionField | undefined;
  readonly code: RefusalCode | 'stake_missing';
  readonly params: Readonly<Record<string, string>>;
};

export type OptionRequest = CallRequest<'POST microtrade/submit'>;

/** What a ticket costs and may bring, all of it before it is bought. */
export type OptionTerms = {
  readonly seconds: number;
  /** Part of one of the stake. */
  readonly payoutRatio: Amount;
  /** Part of one of the decided tickets that must win for gains to equal losses. */
  readonly breakEven: Amount;
  /** What is lost on average of each stake when up and down are equally likely, a part of one. */
  readonly evenOddsCost: Amount;
};

export type OptionView = OptionTerms & {
  readonly currency: OptionCurrency;
  /** What may be staked in this currency; undefined for a visitor. */
  readonly payable: Payable | undefined;
  /** Once a stake is typed. */
  readonly figures: { readonly stake: Amount; readonly profit: Amount; readonly payout: Amount } | undefined;
  readonly problem: OptionProblem | undefined;
  readonly request: ((side: OptionSide) => OptionRequest) | undefined;
};

const stakeKey = <Currency extends OptionCurrency>(currency: Currency) => `stake${currency}` as const;

/** The text typed as a stake in a currency. */
export function stakeText(draft: OptionDraft, currency: OptionCurrency): string {
  return draft[stakeKey(currency)];
}

/** What changes when a stake in a currency is typed. */
export function withStake(currency: OptionCurrency, text: string): Partial<OptionDraft> {
  return { [stakeKey(currency)]: text };
}

/** What changes when a ticket is filled in as another one was. */
export function withAgain({ seconds, stake, currency }: Again): Partial<OptionDraft> {
  return { seconds: seconds.toString(), currency, ...withStake(currency, stake) };
}

/** The chosen duration; one that is no longer offered gives way to the shortest. */
function durationOf(draft: OptionDraft, durations: readonly Duration[]): Duration {
  const chosen = durations.find(({ seconds }) => seconds.toString() === draft.seconds) ?? durations[0];
  if (chosen === undefined) throw new Error('no duration is offered');
  return chosen;
}

function currencyOf(draft: OptionDraft, payables: OptionFacts['payables']): OptionCurrency {
  const offered = payables?.map(({ currency }) => currency) ?? optionCurrencies;
  return offered.find((currency) => currency === draft.currency) ?? offered[0] ?? 'USDT';
}

/** What a payout means, before anything is staked. */
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

/** A typed stake that fits the places of its currency; more places are cut off by the field already. */
function typedStake(draft: OptionDraft, currency: OptionCurrency): Amount | undefined {
  const stake = parseAmount(finishedDecimal(stakeText(draft, currency)));
  const unit = 10n ** BigInt(8 - stakeDecimals(currency));
  return stake === undefined ? undefined : stake - (stake % unit);
}

/** Reads the ticket. */
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

/** A refusal of the server at the field that it is about. */
export function refusedProblem(refusal: {
  readonly error: RefusalCode;
  readonly params: Readonly<Record<string, string>>;
}): OptionProblem {
  const named = fields.find((field) => field === refusal.params['field']);
  return { field: named ?? fieldsByCode[refusal.error], code: refusal.error, params: refusal.params };
}
