/** Pips: what prices of forex and metals are counted in. Pure; prices and sizes as decimal texts, exact. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { mulDivUp } from '@candor/domain/money/rounding.ts';
import { notionalOf } from '@candor/domain/trading/contract.ts';

/** How many pips lie between bid and ask, up at a tenth of a pip: it is a cost. Above zero, as every pip is. */
export function spreadInPips(quote: { readonly bid: string; readonly ask: string }, pipSize: string): string {
  const tenths = mulDivUp(amount(quote.ask) - amount(quote.bid), 10n, amount(pipSize));
  return formatAmount((tenths * ONE) / 10n);
}

export type PipFacts = {
  readonly contractSize: string;
  readonly pipSize: string;
  /** USDT for one unit of the quote currency. */
  readonly rate: string;
};

/** What a pip is worth for one lot, in USDT. */
export function pipValue({ contractSize, pipSize, rate }: PipFacts): Amount {
  const terms = { contractSize: amount(contractSize) };
  return notionalOf(terms, { quantity: ONE, price: amount(pipSize), rate: amount(rate) });
}
