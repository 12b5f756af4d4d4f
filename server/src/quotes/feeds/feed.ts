/** What a source of prices is to the rest of the house. */
import type { Quote } from '@candor/domain/market/quote.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';

/** Where a feed hands over what it has. */
export type FeedSink = {
  /** Quotes in order; resolves once they are durable or refused, so that a feed which can wait may wait. */
  offer(quotes: readonly Quote[]): Promise<void>;
  /** Something arrived that cannot be read as a quote; `symbol` where at least that was clear, and the message it came in. */
  violation(why: string, symbol?: string, message?: string): void;
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
  /**
   * An entry's market time is the quote's own, so that whoever holds the platform up changes the time of none. Where it comes
   * from outside, it is the clock's if the feed is ahead of that.
   */
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

/**
 * How long a live feed may be silent before its prices are too old to trade on. It is below the three seconds by which an
 * acceptance may differ from the entries around it: what comes late bears its feed's time, and an order accepted behind an older
 * head would stand beside entries from before it.
 */
export const LIVE_STALE_AFTER_MS = 2_900;

/** How late a quote may come and stand on the tape: every ticket that was open when the tape stood still is decided by then. */
export const CATCH_UP_MS = 30_000 + Math.max(...OPTION_DURATIONS.map(({ seconds }) => seconds * 1000));

/** At which market time a feed's quotes stand on the tape. */
export function entryTimes(feed: Pick<Feed, 'timing'>, now: () => number): (quote: Quote) => number {
  return feed.timing === 'feed'
    ? ({ feedTimeMs }) => feedTimeMs
    : ({ feedTimeMs }) => Math.min(now(), feedTimeMs);
}
