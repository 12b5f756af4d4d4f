/** The interface of a price feed. */
import type { Quote } from '@candor/domain/market/quote.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';

export type FeedSink = {
  /** Accepts quotes in order. Resolves once the quotes are durable or refused, so that a feed that can wait does so. */
  offer(quotes: readonly Quote[]): Promise<void>;
  /** Reports input that is not a readable quote: what is wrong, the symbol if it was recognisable, and the message. */
  violation(why: string, symbol?: string, message?: string): void;
  /** Reports that no more quotes will come for these symbols. */
  ended(symbols: readonly string[], why: string): void;
};

/** The newest tape entry of a symbol when a feed starts. Absent if the symbol has no entries. */
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
   * How an entry's market time is determined. 'feed': it is the quote's time, so that delaying the platform does not change it.
   * 'clock', for external feeds: it is the quote's time, but never later than the market clock.
   */
  readonly timing: 'clock' | 'feed';
  /** How long this feed may be silent, in milliseconds by the wall clock. */
  staleAfterMs(symbol: string): number;
  /**
   * The maximum age, by the market clock, of an entry at which a market order fills. Zero if a symbol may be quoted before
   * another symbol that moves with it, because the first quote would then reveal the second in advance.
   */
  fillAgeMs(symbol: string): number;
  /**
   * Whether another quote of a symbol is certain to come. If it is, the tape does not count as silent, however long the wait by
   * the market clock. Absent if another quote is never certain.
   */
  hasMore?(symbol: string): boolean;
  start(sink: FeedSink, heads: ReadonlyMap<string, FeedStart>): Promise<void>;
  stop(): Promise<void>;
};

/**
 * How long a live feed may be silent before its prices are too old to trade at, in milliseconds. It is less than the three
 * seconds by which the time of an acceptance may differ from the times of the entries around it. A late quote keeps its feed's
 * time, so an order accepted at an older head would come before entries with earlier times.
 */
export const LIVE_STALE_AFTER_MS = 2_900;

/**
 * How late a quote may arrive, in milliseconds, and still be appended to the tape. After that time, every ticket that was open
 * when the tape stopped has been decided.
 */
export const CATCH_UP_MS = 30_000 + Math.max(...OPTION_DURATIONS.map(({ seconds }) => seconds * 1000));

/** Returns the function that gives the market time of a feed's quotes on the tape. */
export function entryTimes(feed: Pick<Feed, 'timing'>, now: () => number): (quote: Quote) => number {
  return feed.timing === 'feed'
    ? ({ feedTimeMs }) => feedTimeMs
    : ({ feedTimeMs }) => Math.min(now(), feedTimeMs);
}
