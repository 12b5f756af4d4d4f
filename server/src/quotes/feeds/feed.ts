/** What a source of prices is to the rest of the house. */
import type { Quote } from '@candor/domain/market/quote.ts';

/** Where a feed hands over what it has. */
export type FeedSink = {
  /** Quotes in order; resolves once they are durable or refused, so that a feed which can wait may wait. */
  offer(quotes: readonly Quote[]): Promise<void>;
  /** Something arrived that cannot be read as a quote; `symbol` where at least that was clear, and the message it came in. */
  fault(why: string, symbol?: string, message?: string): void;
  /** Nothing more will come for these symbols. */
  ended(symbols: readonly string[], why: string): void;
};

/** What stands on the tape of a symbol when a feed starts; absent before the first entry. */
export type FeedStart = {
  readonly bid: bigint;
  readonly ask: bigint;
  readonly last: bigint;
  readonly seq: bigint;
  readonly timeMs: number;
  readonly feedTimeMs: number;
};

export type FeedName = 'simulated' | 'replay' | 'external';

export type Feed = {
  readonly name: FeedName;
  readonly symbols: readonly string[];
  /** Whether an entry's market time is the clock's, or the quote's own as in a replay. */
  readonly timing: 'clock' | 'feed';
  /** How long this feed may be silent by the wall clock. */
  staleAfterMs(symbol: string): number;
  /**
   * How old, by the market clock, the newest entry may be for an order at market to fill at it. Zero where one symbol may be
   * quoted before another that moves with it: then whoever sees the first knows more than the second says.
   */
  fillAgeMs(symbol: string): number;
  /**
   * Whether another quote of a symbol is certain to come: then its tape is not silent, however long that takes by the
   * market clock. Absent where nothing is certain.
   */
  hasMore?(symbol: string): boolean;
  start(sink: FeedSink, heads: ReadonlyMap<string, FeedStart>): Promise<void>;
  stop(): Promise<void>;
};

/** How long a live feed may be silent before its prices are too old to trade on. */
export const LIVE_STALE_AFTER_MS = 5_000;
