/**
 * Where quotes come in. What comes while its market is closed is left out; the rest is judged by the guard, the good ones go
 * to the tape, the others are counted, told and halt.
 */
import type { GuardState } from '@candor/domain/market/guard.ts';
import { guardQuote } from '@candor/domain/market/guard.ts';
import type { Quote } from '@candor/domain/market/quote.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { listingOf } from './catalogue.ts';
import type { FeedSink, FeedStart } from './feeds/feed.ts';
import { isClosed } from './tape-prepare.ts';
import type { Tape } from './tape.ts';

/** A feed that sends nothing but rubbish is reported at most so often for each symbol and reason. */
const REPORT_EVERY_MS = 10_000;
/** A live feed's clock may run ahead of ours by this much. */
const AHEAD_MAX_MS = 60_000;

export type Rejections = ReadonlyMap<string, ReadonlyMap<string, number>>;

export type Gate = FeedSink & {
  /** How many quotes were refused, by symbol and reason. */
  rejections(): Rejections;
};

export type GateOptions = {
  readonly tape: Pick<Tape, 'append' | 'halt'>;
  readonly symbols: ReadonlySet<string>;
  readonly heads: ReadonlyMap<string, FeedStart>;
  readonly wallNow: () => number;
  /** When a quote would stand on the tape; in a closed session it is dropped. */
  readonly marketTimeOf: (quote: Quote) => number;
  /** Whether a tape may begin in a closed session, so that there is a price to show until it opens. */
  readonly beginsClosed: boolean;
  /** The latest feed time that can be true; none in a replay. */
  readonly timeMaxMs: () => number;
  readonly report: (text: string) => void;
};

/** The latest credible feed time for a feed that tells real time. */
export function aheadLimit(now: () => number): () => number {
  return () => now() + AHEAD_MAX_MS;
}

/** Opens the gate on top of what the tape holds. */
export function createGate(options: GateOptions): Gate {
  const states = new Map<string, GuardState>();
  for (const [symbol, head] of options.heads) {
    const { bid, ask, last, feedTimeMs } = head;
    states.set(symbol, { accepted: { symbol, bid, ask, last, volume: 0n, feedTimeMs } });
  }
  const halted = new Set<string>();
  const counts = new Map<string, Map<string, number>>();
  const reportedAt = new Map<string, number>();

  const closed = new Set<string>();

  const count = (why: string, symbol: string): void => {
    const ofSymbol = counts.get(symbol) ?? new Map<string, number>();
    counts.set(symbol, ofSymbol.set(why, (ofSymbol.get(why) ?? 0) + 1));
  };
  const note = (why: string, symbol: string, details: string): void => {
    count(why, symbol);
    const key = `${symbol} ${why}`;
    const now = options.wallNow();
    if (now - (reportedAt.get(key) ?? -Infinity) < REPORT_EVERY_MS) return;
    reportedAt.set(key, now);
    options.report(`quote refused, ${symbol || 'symbol unknown'}: ${why}${details}`);
  };
  const reject = (why: string, named: string, details: string): void => {
    // Names that the house does not know are counted together: a feed could invent any number of them.
    const symbol = options.symbols.has(named) ? named : '';
    note(why, symbol, details);
    if (symbol === '' || halted.has(symbol)) return;
    halted.add(symbol);
    options.tape.halt(symbol, why);
  };
  const write = async (quotes: readonly Quote[]): Promise<void> => {
    const first = quotes[0];
    if (first === undefined || (await options.tape.append(quotes))) return;
    note('not_written', first.symbol, ` and ${quotes.length - 1} more`);
  };
  /**
   * Whether a quote came in a closed session. Its feed is not at fault for telling it, so nothing is halted, and it is told
   * once a closure.
   */
  const dropsClosed = (quote: Quote): boolean => {
    const { symbol } = quote;
    if (!options.symbols.has(symbol) || !isClosed(symbol, options.marketTimeOf(quote))) {
      closed.delete(symbol);
      return false;
    }
    if (options.beginsClosed && states.get(symbol)?.accepted === undefined) return false;
    count('session_closed', symbol);
    if (!closed.has(symbol)) options.report(`quotes of ${symbol} are left out while its market is closed`);
    closed.add(symbol);
    return true;
  };
  const judge = (quote: Quote): Outcome<Quote> => {
    const listing = listingOf(quote.symbol);
    if (listing === undefined || !options.symbols.has(quote.symbol)) return refuse('symbol_unknown');
    const rules = {
      tickSize: listing.instrument.tickSize,
      jumpBand: listing.jumpBand,
      timeMaxMs: options.timeMaxMs(),
    };
    const { outcome, state } = guardQuote(states.get(quote.symbol) ?? {}, quote, rules);
    states.set(quote.symbol, state);
    if (outcome.ok) halted.delete(quote.symbol);
    return outcome;
  };

  return {
    offer: async (quotes) => {
      const written: Promise<void>[] = [];
      let good: Quote[] = [];
      for (const quote of quotes) {
        if (dropsClosed(quote)) continue;
        const judged = judge(quote);
        if (judged.ok) {
          good.push(judged.value);
          continue;
        }
        // What came before a bad quote is appended before the halt; what comes after it ends the halt.
        written.push(write(good));
        good = [];
        const seen = `bid ${formatAmount(quote.bid)}, ask ${formatAmount(quote.ask)}, time ${quote.feedTimeMs}`;
        reject(judged.refusal.code, quote.symbol, ` (${seen})`);
      }
      written.push(write(good));
      await Promise.all(written);
    },
    fault: (why, symbol) => reject(why, symbol ?? '', ''),
    ended: (symbols, why) => {
      for (const symbol of symbols) options.tape.halt(symbol, why);
      options.report(`the feed ended for ${symbols.join(', ')}: ${why}`);
    },
    rejections: () => counts,
  };
}
