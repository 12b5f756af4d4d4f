/**
 * Keeps the newest entry of every symbol in memory, for lists and tickets. Orders don't use it: they fill at prices read from the
 * database.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';

export type QuoteMark = Pick<TapeEntry, 'seq' | 'timeMs'>;

/** An entry and, if it is a gap entry, the quote whose prices it repeats. */
export type MarkedEntry = TapeEntry & { readonly quoted?: QuoteMark };

export type Latest = {
  readonly entry: MarkedEntry;
  /** When the entry was written, by the wall clock. */
  readonly writtenAtMs: number;
  readonly staleAfterMs: number;
  readonly halted: boolean;
};

export type LatestQuotes = {
  get(symbol: string): Latest | undefined;
  all(): readonly Latest[];
  set(latest: Latest): void;
};

/** Returns the quote whose price is shown: the head or, if the head is a gap entry, the quote that it repeats. */
export function quotedBy(head: QuoteMark & Pick<MarkedEntry, 'quoted'>): QuoteMark {
  return head.quoted ?? { seq: head.seq, timeMs: head.timeMs };
}

export type Instant = { readonly wallMs: number; readonly marketMs: number; readonly speed: number };

/** Whether a quote is too old to trade at: it was written too long ago, its feed time is too old, or it is halted. */
export function isStale({ halted, writtenAtMs, staleAfterMs, entry }: Latest, at: Instant): boolean {
  const isOld = at.marketMs - entry.feedTimeMs > staleAfterMs * at.speed;
  return halted || at.wallMs - writtenAtMs > staleAfterMs || isOld;
}

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
