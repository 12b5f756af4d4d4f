/** The current totals of several positions. A component that uses them re-renders when any of the symbols ticks. */
import type { Position } from '../../live/position-list.ts';
import { useQuotes } from '../../live/use-quotes.ts';
import { useTermsOf } from '../terms.ts';
import type { Totals } from './totals.ts';
import { totalsOf } from './totals.ts';

export function useTotals(positions: readonly Position[]): Totals {
  const symbols = [...new Set(positions.map(({ symbol }) => symbol))].toSorted();
  const terms = useTermsOf(symbols);
  const found = useQuotes(symbols);
  const quotes = new Map(
    found.flatMap((quote) => (quote === undefined ? [] : [[quote.symbol, quote] as const])),
  );
  return totalsOf(positions, { terms, quotes });
}
