/** The state of the withdrawal form, derived from its input: the fee, the amount received, any problem, and the request. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { withdrawalCost } from '@candor/domain/trading/withdrawal.ts';
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';

export type Terms = CallOutput<'GET wallet/out_terms'>;
export type CurrencyTerms = Terms['currencies'][number];
export type Address = CallOutput<'GET wallet/address'>['items'][number];

/** The input, as strings so that it can be stored. The address is stored by its id. */
export const emptyWithdrawal = { address: '', currency: '', amount: '' };
export type WithdrawDraft = typeof emptyWithdrawal;

export type WithdrawProblem =
  | 'address_missing'
  | 'not_offered'
  | 'address_not_ready'
  | 'nothing_there'
  | 'amount_missing'
  | 'below_minimum'
  | 'above_maximum'
  | 'day_maximum'
  | 'too_much';

export type WithdrawView = {
  readonly address: Address | undefined;
  /** The withdrawable currencies that this address can receive. */
  readonly offered: readonly CurrencyTerms[];
  readonly terms: CurrencyTerms | undefined;
  /** The amount for "all": the balance, limited to the maximum that can be withdrawn now. */
  readonly most: Amount;
  readonly cost: { readonly fee: Amount; readonly arrives: Amount } | undefined;
  readonly needsSecond: boolean;
  readonly problem: WithdrawProblem | undefined;
  /** The request without the proof of identity. */
  readonly request: Omit<CallRequest<'POST wallet/out'>, 'trading_password' | 'totp' | 'passkey'> | undefined;
};

export type WithdrawFacts = {
  readonly terms: Terms;
  readonly addresses: readonly Address[];
  readonly nowSeconds: number;
};

const least = (...amounts: readonly Amount[]): Amount => amounts.reduce((a, b) => (b < a ? b : a));

function offeredAt(address: Address | undefined, terms: Terms): readonly CurrencyTerms[] {
  if (address === undefined) return [];
  return terms.currencies.filter(
    ({ currency, networks }) => address.currencies.includes(currency) && networks.includes(address.network),
  );
}

function amountProblem(typed: Amount, terms: CurrencyTerms): WithdrawProblem | undefined {
  if (amount(terms.available) === 0n) return 'nothing_there';
  if (typed === 0n) return 'amount_missing';
  if (typed < amount(terms.min)) return 'below_minimum';
  if (typed > amount(terms.available)) return 'too_much';
  if (typed > amount(terms.max)) return 'above_maximum';
  return typed > amount(terms.day_left) ? 'day_maximum' : undefined;
}

export function readWithdrawal(
  draft: WithdrawDraft,
  { terms: all, addresses, nowSeconds }: WithdrawFacts,
): WithdrawView {
  const address = addresses.find(({ id }) => id === draft.address) ?? onlyOne(addresses);
  const offered = offeredAt(address, all);
  const terms = offered.find(({ currency }) => currency === draft.currency) ?? usual(offered);
  const typed = parseAmount(finishedDecimal(draft.amount)) ?? 0n;
  const problem =
    address === undefined
      ? 'address_missing'
      : terms === undefined
        ? 'not_offered'
        : address.usable_at > nowSeconds
          ? 'address_not_ready'
          : amountProblem(typed, terms);
  const cost =
    terms === undefined || typed === 0n
      ? undefined
      : withdrawalCost({ currency: terms.currency, amount: typed, feeRate: amount(terms.fee_rate) });
  return {
    address,
    offered,
    terms,
    most:
      terms === undefined ? 0n : least(amount(terms.available), amount(terms.max), amount(terms.day_left)),
    cost,
    // As on the server, all requests of the same day are added up.
    needsSecond:
      terms !== undefined && typed + amount(terms.day_max) - amount(terms.day_left) >= amount(terms.two_from),
    problem,
    request:
      problem === undefined && address !== undefined && terms !== undefined && cost !== undefined
        ? {
            currency: terms.currency,
            amount: formatAmount(typed),
            address: address.id,
            arrives: formatAmount(cost.arrives),
          }
        : undefined,
  };
}

/** Returns the address to preselect, if there is exactly one. */
function onlyOne(addresses: readonly Address[]): Address | undefined {
  return addresses.length === 1 ? addresses[0] : undefined;
}

/** Returns the currency to preselect: USDT, if the address can receive it. */
function usual(offered: readonly CurrencyTerms[]): CurrencyTerms | undefined {
  return offered.find(({ currency }) => currency === 'USDT') ?? offered[0];
}

/** Formats a rate exactly, such as "0.1%" for 0.001. */
export function percentOf(rate: string): string {
  return formatAmount(amount(rate) * 100n);
}
