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

/** The wall's time and the market's, and how fast that runs. */
export type Instant = { readonly wallMs: number; readonly marketMs: number; readonly speed: number };

/** Whether a quote is too old, by when it was written or by its feed's own time, or contradicted by its feed, to trade on. */
export function isStale({ halted, writtenAtMs, staleAfterMs, entry }: Latest, at: Instant): boolean {
  const isOld = at.marketMs - entry.feedTimeMs > staleAfterMs * at.speed;
  return halted || at.wallMs - writtenAtMs > staleAfterMs || isOld;
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
