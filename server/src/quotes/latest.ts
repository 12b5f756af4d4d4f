/** The newest entry of every symbol in memory: what lists and tickets show. What fills an order is read from the database. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';

/** A quote on the tape. */
export type QuoteMark = Pick<TapeEntry, 'seq' | 'timeMs'>;

/** An entry, and where it is a gap entry the quote whose prices it repeats. */
export type MarkedEntry = TapeEntry & { readonly quoted?: QuoteMark };

export type Latest = {
  readonly entry: MarkedEntry;
  /** When it was written, by the wall clock. */
  readonly writtenAtMs: number;
  readonly staleAfterMs: number;
  readonly halted: boolean;
};

export type LatestQuotes = {
  get(symbol: string): Latest | undefined;
  all(): readonly Latest[];
  set(latest: Latest): void;
};

/** The newest quote that a head knows of, as which its price is shown: itself, or what it repeats. */
export function quotedBy(head: QuoteMark & Pick<MarkedEntry, 'quoted'>): QuoteMark {
  return head.quoted ?? { seq: head.seq, timeMs: head.timeMs };
}

/** Whether a quote is too old, or contradicted by its own feed, to trade on. */
export function isStale(latest: Latest, wallMs: number): boolean {
  return latest.halted || wallMs - latest.writtenAtMs > latest.staleAfterMs;
}

/** An empty table of newest quotes. */
export function createLatest(): LatestQuotes {
  const quotes = new Map<string, Latest>();
  return {
    get: (symbol) => quotes.get(symbol),
    all: () => [...quotes.values()],
    set: (latest) => {
      quotes.set(latest.entry.symbol, latest);
    },
  };
}
