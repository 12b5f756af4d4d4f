/** The newest entry of every symbol in memory: what lists and tickets show. What fills an order is read from the database. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';

export type Latest = {
  readonly entry: TapeEntry;
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
