/** The current figures of a position. A component that uses them re-renders only when the position's symbol ticks. */
import { useMemo } from 'react';
import type { Position } from '../live/position-list.ts';
import { useQuote } from '../live/use-quote.ts';
import type { PositionFigures } from './position-figures.ts';
import { figuresOf } from './position-figures.ts';
import { useTerms } from './terms.ts';

/** Returns undefined until quote and terms have loaded. */
export function usePositionFigures(position: Position): PositionFigures | undefined {
  const terms = useTerms(position.symbol);
  const quote = useQuote(position.symbol);
  return useMemo(
    () => (terms === undefined || quote === undefined ? undefined : figuresOf(terms, position, quote)),
    [terms, position, quote],
  );
}
