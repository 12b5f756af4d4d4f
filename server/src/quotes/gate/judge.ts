/** Decides which quotes are valid. Quotes that arrive in a closed session are dropped. */
import type { FeedAge, GuardState } from '@candor/domain/market/guard.ts';
import { guardQuote } from '@candor/domain/market/guard.ts';
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { listingOf } from '../catalogue.ts';
import type { FeedStart } from '../feeds/feed.ts';
import { isClosed } from '../tape-prepare.ts';
import type { Complaints } from './complaints.ts';

/** The maximum time by which a live feed's clock may be ahead of the server's. */
const AHEAD_MAX_MS = 60_000;

export type JudgeOptions = {
  readonly symbols: ReadonlySet<string>;
  readonly heads: ReadonlyMap<string, FeedStart>;
  readonly wallNow: () => number;
  /** Returns the market time that a quote would get on the tape. If the session is closed at that time, the quote is dropped. */
  readonly marketTimeOf: (quote: Quote) => number;
  /** Whether a tape may begin in a closed session, so that lists have a price to show until the market opens. */
  readonly beginsClosed: boolean;
  /** The latest credible feed time; infinite in a replay. */
  readonly timeMaxMs: () => number;
  /** Returns the limits on the age of a symbol's feed time. Absent if the quotes' feed time is market time. */
  readonly ageNow?: (symbol: string) => FeedAge;
  readonly report: (text: string) => void;
};

export type Judge = {
  /**
   * Whether a quote arrived in a closed session. This is not an error of the feed, so no symbol is halted, and it is reported
   * only once per closure.
   */
  leavesOut(quote: Quote): boolean;
  judge(quote: Quote): Outcome<Quote>;
  /** Returns when the feed last quoted a symbol with a new feed time, by the wall clock. */
  heardMs(symbol: string): number | undefined;
};

/** Returns the latest credible feed time for a feed that quotes in real time. */
export function aheadLimit(now: () => number): () => number {
  return () => now() + AHEAD_MAX_MS;
}

export function createJudge(options: JudgeOptions, complaints: Pick<Complaints, 'count'>): Judge {
  const { symbols, wallNow, marketTimeOf, ageNow } = options;
  const states = new Map<string, GuardState>();
  for (const [symbol, { bid, ask, last, feedTimeMs }] of options.heads) {
    states.set(symbol, { accepted: { symbol, bid, ask, last, volume: 0n, feedTimeMs } });
  }
  const closed = new Set<string>();
  const heardAt = new Map<string, number>();

  /**
   * The age of a tape's first quote is not limited while its market is closed, because the quote may be as old as the closure.
   */
  const ages = (quote: Quote): boolean =>
    states.get(quote.symbol)?.accepted !== undefined || !isClosed(quote.symbol, marketTimeOf(quote));

  return {
    leavesOut: (quote) => {
      const { symbol } = quote;
      if (!symbols.has(symbol) || !isClosed(symbol, marketTimeOf(quote))) {
        closed.delete(symbol);
        return false;
      }
      if (options.beginsClosed && states.get(symbol)?.accepted === undefined) return false;
      complaints.count('session_closed', symbol);
      if (!closed.has(symbol))
        options.report(`gate: dropping quotes of ${symbol} while its market is closed`);
      closed.add(symbol);
      return true;
    },
    judge: (quote) => {
      const listing = listingOf(quote.symbol);
      if (listing === undefined || !symbols.has(quote.symbol)) return refuse('symbol_unknown');
      const rules = {
        tickSize: listing.instrument.tickSize,
        jumpBand: listing.jumpBand,
        timeMaxMs: options.timeMaxMs(),
        ...(ages(quote) && ageNow !== undefined ? { age: ageNow(quote.symbol) } : {}),
      };
      const before = states.get(quote.symbol)?.accepted;
      const { outcome, state } = guardQuote(states.get(quote.symbol) ?? {}, quote, rules);
      states.set(quote.symbol, state);
      // Quotes with an unchanged feed time carry no information, even if the feed repeats them.
      if (outcome.ok && quote.feedTimeMs !== before?.feedTimeMs) heardAt.set(quote.symbol, wallNow());
      return outcome;
    },
    heardMs: (symbol) => heardAt.get(symbol),
  };
}
