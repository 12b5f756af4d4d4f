/** The latest quotes of several symbols, for figures computed from all of them. */
import { useMemo, useRef, useSyncExternalStore } from 'react';
import type { LiveQuote } from './quote-store.ts';
import { useQuoteStore } from './quotes.ts';

type Quotes = readonly (LiveQuote | undefined)[];

/** Returns the quotes in the order of the symbols. The component re-renders when any of them ticks. */
export function useQuotes(symbols: readonly string[]): Quotes {
  const quoteStore = useQuoteStore();
  const key = symbols.join(' ');
  const wanted = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const last = useRef<Quotes>([]);
  const subscribe = useMemo(
    () => (listener: () => void) => {
      const stops = wanted.map((symbol) => quoteStore.subscribe(symbol, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [quoteStore, wanted],
  );
  // Reuses an equal array, because React reads the snapshot often and treats a new array as a change.
  return useSyncExternalStore(subscribe, () => {
    const now = wanted.map((symbol) => quoteStore.get(symbol));
    const same = now.length === last.current.length && now.every((quote, at) => quote === last.current[at]);
    if (!same) last.current = now;
    return last.current;
  });
}
