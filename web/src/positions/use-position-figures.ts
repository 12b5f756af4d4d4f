/** A position's live figures; the component that uses them renders when its symbol ticks, and at no other tick. */
import { useMemo } from 'react';
import type { Position } from '../live/position-list.ts';
import { useQuote } from '../live/use-quote.ts';
import type { PositionFigures } from './position-figures.ts';
import { figuresOf } from './position-figures.ts';
import { useTerms } from './terms.ts';

/** Undefined until quote and terms are there. */
export function usePositionFigures(position: Position): PositionFigures | undefined {
  const terms = useTerms(position.symbol);
  const quote = useQuote(position.symbol);
  return useMemo(
    () => (terms === undefined || quote === undefined ? undefined : figuresOf(terms, position, quote)),
    [terms, position, quote],
  );
}
