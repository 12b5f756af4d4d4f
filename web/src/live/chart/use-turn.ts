/**
 * Whether it is the chart's turn: its code is large, and the price above it is read first. Once it was fetched, it need not
 * wait any more.
 */
import { useEffect, useState } from 'react';

const BEHIND_PRICE_MS = 100;
let had = false;

export function useTurn(): boolean {
  const [turn, setTurn] = useState(had);
  useEffect(() => {
    if (turn) return undefined;
    const timer = setTimeout(() => {
      had = true;
      setTurn(true);
    }, BEHIND_PRICE_MS);
    return () => clearTimeout(timer);
  }, [turn]);
  return turn;
}
