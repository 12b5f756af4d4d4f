/**
 * Where quotes come in. What comes while its market is closed is left out; the rest is judged by the guard, the good ones go
 * to the tape, of the others their hash does, and halts.
 */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { FeedAge, GuardState } from '@candor/domain/market/guard.ts';
import { guardQuote } from '@candor/domain/market/guard.ts';
import type { Quote } from '@candor/domain/market/quote.ts';
import { refusedText } from '@candor/domain/market/tape.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { listingOf } from './catalogue.ts';
import type { FeedSink, FeedStart } from './feeds/feed.ts';
import { isClosed } from './tape-prepare.ts';
import type { Tape } from './tape.ts';

/** A feed that sends nothing but rubbish is reported at most so often for each symbol and reason. */
const REPORT_EVERY_MS = 10_000;
/** While a symbol is halted, what is refused further on stands on the tape at most so often. */
const REJECT_EVERY_MS = 1_000;
/** A write that takes longer has held the feed up. */
const SLOW_WRITE_MS = 500;
/** A live feed's clock may run ahead of ours by this much. */
const AHEAD_MAX_MS = 60_000;

export type Rejections = ReadonlyMap<string, ReadonlyMap<string, number>>;

export type Gate = FeedSink & {
  /** How many quotes were refused, by symbol and reason. */
  rejections(): Rejections;
  /**
   * When the feed last told a symbol's price anew, by the wall; later where the house itself was slow to write what came, as
   * silence of the house is none of the feed's.
   */
  heardMs(symbol: string): number;
  /** Puts refused quotes on the tape that waited for others to be told with them; with `all`, however short they have. */
  tellRefused(all?: boolean): void;
};

/** Refused quotes of a symbol that are not on the tape yet. */
type Refused = {
  readonly reason: string;
  readonly hash: Hash;
  /** What the first of them said its time is, if it said one. */
  readonly timeMs: number | undefined;
  count: number;
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
  /** How old a feed's time may be; absent where the quotes' own time is the market's. */
  readonly ageNow?: (symbol: string) => FeedAge;
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
  const heardAt = new Map<string, number>();
  let writing = 0;
  let slowUntilMs = 0;
  const refused = new Map<string, Refused>();
  const toldAt = new Map<string, number>();

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
  const tell = (symbol: string): void => {
    const told = refused.get(symbol);
    if (told === undefined) return;
    refused.delete(symbol);
    toldAt.set(symbol, options.wallNow());
    const { reason, hash, count: many, timeMs } = told;
    options.tape.halt(symbol, { kind: 'reject', reason, refused: hash.digest('hex'), count: many }, timeMs);
  };
  const isTold = (symbol: string): boolean =>
    options.wallNow() - (toldAt.get(symbol) ?? -Infinity) < REJECT_EVERY_MS;
  const reject = (
    why: string,
    named: string,
    { text, details, timeMs }: { text: string; details: string; timeMs?: number },
  ): void => {
    // Names that the house does not know are counted together: a feed could invent any number of them.
    const symbol = options.symbols.has(named) ? named : '';
    note(why, symbol, details);
    if (symbol === '') return;
    const many = refused.get(symbol) ?? { reason: why, hash: createHash('sha256'), timeMs, count: 0 };
    many.hash.update(many.count === 0 ? text : `\n${text}`);
    many.count += 1;
    refused.set(symbol, many);
    if (!halted.has(symbol) || !isTold(symbol)) tell(symbol);
    halted.add(symbol);
  };
  const write = async (quotes: readonly Quote[]): Promise<void> => {
    const first = quotes[0];
    if (first === undefined) return;
    const beganMs = options.wallNow();
    writing += 1;
    const written = await options.tape.append(quotes);
    writing -= 1;
    if (options.wallNow() - beganMs > SLOW_WRITE_MS) slowUntilMs = options.wallNow();
    if (written) return;
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
  /** What a tape begins with while its market is closed may be as old as the closure. */
  const ages = (quote: Quote): boolean =>
    states.get(quote.symbol)?.accepted !== undefined || !isClosed(quote.symbol, options.marketTimeOf(quote));
  const judge = (quote: Quote): Outcome<Quote> => {
    const listing = listingOf(quote.symbol);
    if (listing === undefined || !options.symbols.has(quote.symbol)) return refuse('symbol_unknown');
    const rules = {
      tickSize: listing.instrument.tickSize,
      jumpBand: listing.jumpBand,
      timeMaxMs: options.timeMaxMs(),
      ...(ages(quote) && options.ageNow !== undefined ? { age: options.ageNow(quote.symbol) } : {}),
    };
    const before = states.get(quote.symbol)?.accepted;
    const { outcome, state } = guardQuote(states.get(quote.symbol) ?? {}, quote, rules);
    states.set(quote.symbol, state);
    if (outcome.ok) {
      // What was refused before it stands before it.
      tell(quote.symbol);
      halted.delete(quote.symbol);
      // A feed whose own time stands still says nothing, however often.
      if (quote.feedTimeMs !== before?.feedTimeMs) heardAt.set(quote.symbol, options.wallNow());
    }
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
        reject(judged.refusal.code, quote.symbol, {
          text: refusedText(quote),
          details: ` (${seen})`,
          ...(Number.isSafeInteger(quote.feedTimeMs) && { timeMs: quote.feedTimeMs }),
        });
      }
      written.push(write(good));
      await Promise.all(written);
    },
    fault: (why, symbol, message = '') => reject(why, symbol ?? '', { text: message, details: '' }),
    ended: (symbols, why) => {
      for (const symbol of symbols) {
        tell(symbol);
        options.tape.halt(symbol, { kind: 'halt', reason: 'feed_ended' });
      }
      options.report(`the feed ended for ${symbols.join(', ')}: ${why}`);
    },
    rejections: () => counts,
    heardMs: (symbol) => (writing > 0 ? options.wallNow() : Math.max(slowUntilMs, heardAt.get(symbol) ?? 0)),
    tellRefused: (all = false) => {
      for (const symbol of [...refused.keys()]) if (all || !isTold(symbol)) tell(symbol);
    },
  };
}
