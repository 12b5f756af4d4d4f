/**
 * The latest quote of each instrument, stored outside React, so that a tick re-renders only the rows with its symbol. Ticks are
 * collected and applied once per animation frame.
 */
import type { QuoteTick } from '@candor/protocol/channels.ts';

export type LiveQuote = {
  readonly symbol: string;
  readonly bid: string;
  readonly ask: string;
  readonly last: string;
  readonly seq: number;
  readonly timeMs: number;
  readonly open: boolean;
};

type Listener = () => void;

export type QuoteStore = {
  readonly get: (symbol: string) => LiveQuote | undefined;
  /** Calls `listener` after every change of the symbol's quote until the returned function is called. */
  readonly subscribe: (symbol: string, listener: Listener) => Listener;
  /** Adds ticks, which take effect at the next frame. */
  readonly offer: (ticks: readonly QuoteTick[]) => void;
  readonly watched: () => readonly string[];
  readonly onWatched: (listener: Listener) => Listener;
};

function quoteOf(tick: QuoteTick): LiveQuote {
  const [symbol, bid, ask, last, seq, timeMs, open] = tick;
  return { symbol, bid, ask, last, seq, timeMs, open };
}

/**
 * Returns whether `next` replaces `known`. An older tape entry never replaces it, and the same entry only if the market opened or
 * closed.
 */
export function replaces(known: LiveQuote | undefined, next: LiveQuote): boolean {
  if (known === undefined || next.seq > known.seq) return true;
  return next.seq === known.seq && next.open !== known.open;
}

/** Creates a store; `frame` runs a function at the next animation frame. */
export function createQuoteStore(frame: (apply: () => void) => void): QuoteStore {
  const quotes = new Map<string, LiveQuote>();
  const waiting = new Map<string, LiveQuote>();
  const listeners = new Map<string, Set<Listener>>();
  const watchers = new Set<Listener>();
  let scheduled = false;

  const apply = () => {
    scheduled = false;
    const changed = [...waiting.values()];
    waiting.clear();
    for (const quote of changed) quotes.set(quote.symbol, quote);
    for (const quote of changed) for (const listener of listeners.get(quote.symbol) ?? []) listener();
  };

  const offer = (ticks: readonly QuoteTick[]) => {
    for (const tick of ticks) {
      const quote = quoteOf(tick);
      if (replaces(waiting.get(quote.symbol) ?? quotes.get(quote.symbol), quote))
        waiting.set(quote.symbol, quote);
    }
    if (waiting.size === 0 || scheduled) return;
    scheduled = true;
    frame(apply);
  };

  const subscribe = (symbol: string, listener: Listener) => {
    const known = listeners.get(symbol);
    if (known !== undefined) known.add(listener);
    else {
      listeners.set(symbol, new Set([listener]));
      for (const watcher of watchers) watcher();
    }
    return () => {
      const set = listeners.get(symbol);
      if (set === undefined || !set.delete(listener) || set.size > 0) return;
      listeners.delete(symbol);
      for (const watcher of watchers) watcher();
    };
  };

  return {
    get: (symbol) => quotes.get(symbol),
    subscribe,
    offer,
    watched: () => [...listeners.keys()],
    onWatched: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
  };
}
