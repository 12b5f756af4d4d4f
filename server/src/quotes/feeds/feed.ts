/** The interface of a price feed. */
import type { Quote } from '@candor/domain/market/quote.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';

/** Where a feed delivers its quotes. */
export type FeedSink = {
  /** Quotes in order. Resolves once they are durable or refused, so that a feed that can wait does. */
  offer(quotes: readonly Quote[]): Promise<void>;
  /** Something arrived that is not a readable quote: the symbol if it was recognisable, and the message. */
  violation(why: string, symbol?: string, message?: string): void;
  /** No more quotes will come for these symbols. */
  ended(symbols: readonly string[], why: string): void;
};

/** The newest tape entry of a symbol when a feed starts; absent before the first one. */
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
   * An entry's market time is the quote's own time, so that delaying the platform does not change it. With an external feed, it
   * is the clock's time if the feed is ahead of the clock.
   */
  readonly timing: 'clock' | 'feed';
  /** How long this feed may be silent by the wall clock. */
  staleAfterMs(symbol: string): number;
  /**
   * The greatest age, by the market clock, of an entry at which a market order fills. Zero if one symbol may be quoted before
   * another that moves with it: anybody who sees the first would know more than the second shows.
   */
  fillAgeMs(symbol: string): number;
  /**
   * Whether another quote of a symbol is certain to come. Then its tape is not silent, however long that takes by the market
   * clock. Absent if that is never certain.
   */
  hasMore?(symbol: string): boolean;
  start(sink: FeedSink, heads: ReadonlyMap<string, FeedStart>): Promise<void>;
  stop(): Promise<void>;
};

/**
 * How long a live feed may be silent before its prices are too old to trade on. It is less than the three seconds by which an
 * acceptance may differ from the entries around it: a late quote has its feed's time, so an order accepted after an older head
 * would be next to entries from before it.
 */
export const LIVE_STALE_AFTER_MS = 2_900;

/**
 * How late a quote may arrive and still be appended to the tape. By then, every ticket that was open when the tape stopped is
 * decided.
 */
export const CATCH_UP_MS = 30_000 + Math.max(...OPTION_DURATIONS.map(({ seconds }) => seconds * 1000));

/** The market time that a feed's quotes get on the tape. */
export function entryTimes(feed: Pick<Feed, 'timing'>, now: () => number): (quote: Quote) => number {
  return feed.timing === 'feed'
    ? ({ feedTimeMs }) => feedTimeMs
    : ({ feedTimeMs }) => Math.min(now(), feedTimeMs);
}
