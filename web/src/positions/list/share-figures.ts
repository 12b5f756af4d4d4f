/**
 * The figures in the shared image of a trade: the value of an open position at a quote, or the result of a closed position. Pure.
 */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { openingCost } from '@candor/domain/trading/contract.ts';
import type { Position } from '../../live/position-list.ts';
import type { TwoSided } from '../position-figures.ts';
import { figuresOf, percentOf, resultOf } from '../position-figures.ts';

export type ShareFigures = {
  /** The profit in USDT: before the closing fee for an open position, after all costs for a closed position. */
  readonly profit: string;
  /** The profit relative to the margin, in per cent. */
  readonly percent: string;
  /** The price of the close, or the price at which the position would close now. */
  readonly exit: string;
};

export function shareFigures(
  position: Position,
  terms: ContractTerms,
  quote: TwoSided | undefined,
): ShareFigures | undefined {
  if (position.entry_price === null) return undefined;
  if (position.status === 'closed') {
    const { net } = resultOf(position);
    const opened = openingCost(terms, {
      quantity: amount(position.quantity),
      price: amount(position.entry_price),
      rate: amount(position.rate),
      leverage: position.leverage,
    });
    return { profit: net, percent: percentOf(amount(net), opened.margin), exit: position.close_price ?? '0' };
  }
  if (quote === undefined) return undefined;
  const { profit, profitPercent, mark } = figuresOf(terms, position, quote);
  return { profit, percent: profitPercent, exit: mark };
}
