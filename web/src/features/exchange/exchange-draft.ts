/** The state of the exchange form, derived from its input: any problem, and the quote to request. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import { mulDivDown, mulDivUp } from '@candor/domain/money/rounding.ts';
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';

export type ExchangeTerms = CallOutput<'GET wallet/flashAgainstList'>;
export type FirmQuote = CallOutput<'POST wallet/flash_quote'>;
export type QuoteRequest = CallRequest<'POST wallet/flash_quote'>;

/** The input, as strings so that it can be stored. */
export type ExchangeDraft = { readonly from: string; readonly to: string; readonly amount: string };

export type Ends = { readonly from: string; readonly to: string };

export type ExchangeView = Ends & {
  readonly available: Amount;
  readonly problem: 'amount_missing' | 'nothing_there' | 'too_much' | undefined;
  readonly request: QuoteRequest | undefined;
};

/** Returns two different currencies among those offered, whatever was stored. */
export function endsOf(draft: Ends, currencies: readonly string[]): Ends {
  const from = currencies.includes(draft.from) ? draft.from : 'USDT';
  const others = currencies.filter((currency) => currency !== from);
  return { from, to: others.includes(draft.to) ? draft.to : (others[0] ?? '') };
}

/**
 * Returns the currencies after a choice on one side. If both would be equal, the other side gets the currency that the customer
 * replaced.
 */
export function withEnd(ends: Ends, side: 'from' | 'to', currency: string): Ends {
  const other = side === 'from' ? 'to' : 'from';
  const next = { ...ends, [side]: currency };
  return next.from === next.to ? { ...next, [other]: ends[side] } : next;
}

export function readExchange(draft: ExchangeDraft, wallet: Wallet | undefined): ExchangeView {
  const { from, to } = draft;
  const available = amount(wallet?.spot.available ?? '0');
  const typed = parseAmount(finishedDecimal(draft.amount)) ?? 0n;
  const problem =
    available === 0n
      ? 'nothing_there'
      : typed === 0n
        ? 'amount_missing'
        : typed > available
          ? 'too_much'
          : undefined;
  const request = problem === undefined ? { from, to, amount: formatAmount(typed) } : undefined;
  return { from, to, available, problem, request };
}

/** Whether the quote was given for this request. */
export function isOf(quote: FirmQuote, request: QuoteRequest | undefined): boolean {
  return quote.from === request?.from && quote.to === request.to && quote.from_amount === request.amount;
}

/** Returns the whole seconds for which a quote remains valid, rounded up; zero after it has expired. */
export function secondsLeft(endsMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endsMs - nowMs) / 1000));
}

/**
 * Returns the price of one unit of the more valuable currency, fee included, so that the figure isn't mostly zeros. The proceeds
 * of a unit given are rounded down, and the cost of a unit received is rounded up.
 */
export function unitPrice(figures: Pick<FirmQuote, 'from' | 'to' | 'from_amount' | 'to_amount'>): {
  readonly one: string;
  readonly is: string;
  readonly of: string;
} {
  const { from, to } = figures;
  const given = amount(figures.from_amount);
  const got = amount(figures.to_amount);
  return got >= given
    ? { one: from, is: formatAmount(mulDivDown(got, ONE, given)), of: to }
    : { one: to, is: formatAmount(mulDivUp(given, ONE, got)), of: from };
}
