/** The latest quote of one symbol. A component that uses it re-renders only when that symbol ticks. */
import { useCallback, useSyncExternalStore } from 'react';
import type { LiveQuote } from './quote-store.ts';
import { useQuoteStore } from './quotes.ts';

export function useQuote(symbol: string): LiveQuote | undefined {
  const quoteStore = useQuoteStore();
  const subscribe = useCallback(
    (listener: () => void) => quoteStore.subscribe(symbol, listener),
    [quoteStore, symbol],
  );
  return useSyncExternalStore(subscribe, () => quoteStore.get(symbol));
}
