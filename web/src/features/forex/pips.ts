/** Computations in pips, the unit of forex and metal prices. Pure; prices and sizes are exact decimal strings. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { mulDivUp } from '@candor/domain/money/rounding.ts';
import { notionalOf } from '@candor/domain/trading/contract.ts';

/** Returns the spread in pips, rounded up to a tenth because it is a cost. */
export function spreadInPips(quote: { readonly bid: string; readonly ask: string }, pipSize: string): string {
  const tenths = mulDivUp(amount(quote.ask) - amount(quote.bid), 10n, amount(pipSize));
  return formatAmount((tenths * ONE) / 10n);
}

export type PipFacts = {
  readonly contractSize: string;
  readonly pipSize: string;
  /** The value of one unit of the quote currency in USDT. */
  readonly rate: string;
};

/** Returns the value of a pip for one lot, in USDT. */
export function pipValue({ contractSize, pipSize, rate }: PipFacts): Amount {
  const terms = { contractSize: amount(contractSize) };
  return notionalOf(terms, { quantity: ONE, price: amount(pipSize), rate: amount(rate) });
}
