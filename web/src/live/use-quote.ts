/** The latest quote of one symbol; a component that uses it renders when that symbol ticks, and at no other tick. */
import { useCallback, useSyncExternalStore } from 'react';
import type { LiveQuote } from './quote-store.ts';
import { quoteStore } from './quotes.ts';

export function useQuote(symbol: string): LiveQuote | undefined {
  const subscribe = useCallback((listener: () => void) => quoteStore.subscribe(symbol, listener), [symbol]);
  return useSyncExternalStore(subscribe, () => quoteStore.get(symbol));
}
