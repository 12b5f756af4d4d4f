/** The totals of several positions: the profit or loss if all were closed now. Pure. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ownOpenProfit, profitAt } from '@candor/domain/trading/contract.ts';
import type { Position } from '../../live/position-list.ts';
import type { TwoSided } from '../position-figures.ts';
import { closableOf, markOf } from '../position-figures.ts';

export type Totals = {
  /** The profit in USDT, before closing fees and financing; undefined until every quote and all terms have loaded. */
  readonly profit: string | undefined;
  /** The part of `profit` that belongs to the customer's own money; undefined if `profit` is undefined. */
  readonly ownProfit: string | undefined;
  /** The margin frozen for the positions, in USDT. */
  readonly margin: string;
};

type Market = {
  readonly terms: ReadonlyMap<string, ContractTerms>;
  readonly quotes: ReadonlyMap<string, TwoSided>;
};

export function totalsOf(positions: readonly Position[], { terms, quotes }: Market): Totals {
  let profit: Amount | undefined = 0n;
  let own: Amount = 0n;
  let margin: Amount = 0n;
  for (const position of positions) {
    const closable = closableOf(position);
    margin += closable.margin;
    const known = terms.get(position.symbol);
    const quote = quotes.get(position.symbol);
    if (profit === undefined || known === undefined || quote === undefined) profit = undefined;
    else {
      const { pnl } = profitAt(known, closable, markOf(position.side, quote));
      profit += pnl;
      own += ownOpenProfit(pnl, position.collateral);
    }
  }
  const shown = (value: Amount) => (profit === undefined ? undefined : formatAmount(value));
  return { profit: shown(profit ?? 0n), ownProfit: shown(own), margin: formatAmount(margin) };
}
