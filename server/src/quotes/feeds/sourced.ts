/**
 * An external feed with several named sources. Each source sends its own quotes. One of our quotes is the median of those that
 * are fresh and close to each other, and contains what every source said (docs/feeds.md#several-sources). A bad message by one
 * source is counted and ignored, so that no source alone can halt a symbol.
 */
import { createHash } from 'node:crypto';
import { quoteViolation } from '@candor/domain/market/guard.ts';
import type { Quote } from '@candor/domain/market/quote.ts';
import type { SourceQuote, SourceRule } from '@candor/domain/market/sources.ts';
import { combineSources, sourcesText } from '@candor/domain/market/sources.ts';
import { LIMITS } from '../../limits.ts';
import { createComplaints } from '../gate/complaints.ts';
import type { ExternalFeed } from './external.ts';
import { externalTiming } from './external.ts';
import { feedConnections } from './feed-connections.ts';
import type { Receive } from './feed-connections.ts';
import type { FeedSink, FeedStart } from './feed.ts';
import { readMessage, readQuoteJson } from './quote-json.ts';

/** How far a source's clock may be ahead of ours, in milliseconds. A quote further ahead would make the others look stale. */
const SOURCE_AHEAD_MAX_MS = 1_000;

export type NamedSource = {
  readonly name: string;
  readonly url?: string | undefined;
  readonly token?: string | undefined;
};

export type SourcedOptions = {
  readonly symbols: readonly string[];
  readonly sources: readonly NamedSource[];
  readonly rule: SourceRule;
  /** By the market clock. */
  readonly now: () => number;
  readonly wallNow: () => number;
  readonly report: (text: string) => void;
};

export function sourcedFeed(options: SourcedOptions): ExternalFeed {
  const { symbols, sources, report } = options;
  const complaints = createComplaints(options);
  let running: Combining | undefined;
  const waitingMax = Math.floor(LIMITS.market.feedQuotesWaitingMax / sources.length);
  const channels = sources.map(({ name, url, token }) => {
    const receive = sourceReader({
      combining: () => running,
      name,
      waitingMax,
      ignored: (why) => complaints.note(why, `source ${name}`, ''),
    });
    return { url, token, receive };
  });
  const connections = feedConnections(channels, report);
  return {
    ...externalTiming(symbols),
    start: async (sink, heads) => {
      running = new Combining(options, sink, heads);
      connections.start();
    },
    stop: async () => {
      running = undefined;
      await connections.stop();
    },
    upgrade: connections.upgrade,
  };
}

type Reader = {
  readonly combining: () => Combining | undefined;
  readonly name: string;
  /** The maximum number of this source's queued quotes, so that one source can't crowd out the others. */
  readonly waitingMax: number;
  readonly ignored: (why: string) => void;
};

function sourceReader({ combining, name, waitingMax, ignored }: Reader): Receive {
  let waiting = 0;
  return (message, reply) => {
    const running = combining();
    if (running === undefined) return;
    const refuse = (error: string, field?: string): void => {
      ignored(field === undefined ? error : `${error}_${field}`);
      reply?.(JSON.stringify({ error, field }));
    };
    const values = readMessage(new TextDecoder().decode(message));
    if (values === undefined) return refuse('not_json');
    if (waiting + values.length > waitingMax) return refuse('flood');
    const hash = createHash('sha256').update(message).digest('hex');
    const combined: Quote[] = [];
    for (const value of values) {
      const read = readQuoteJson(value);
      if (!read.ok) {
        refuse('unreadable', read.refusal.field ?? 'quote');
        continue;
      }
      const taken = running.take(name, read.value, hash);
      if (typeof taken === 'string') refuse(taken);
      else if (taken !== undefined) combined.push(taken);
    }
    if (combined.length === 0) return;
    waiting += combined.length;
    void running.sink.offer(combined).finally(() => {
      waiting -= combined.length;
    });
  };
}

/** The newest quote of each source and symbol, and the time of each symbol's newest price. */
class Combining {
  readonly sink: FeedSink;
  readonly #options: SourcedOptions;
  readonly #symbols: ReadonlySet<string>;
  readonly #newest = new Map<string, Map<string, SourceQuote>>();
  readonly #timeMs = new Map<string, number>();

  constructor(options: SourcedOptions, sink: FeedSink, heads: ReadonlyMap<string, FeedStart>) {
    this.sink = sink;
    this.#options = options;
    this.#symbols = new Set(options.symbols);
    for (const [symbol, { feedTimeMs }] of heads) this.#timeMs.set(symbol, feedTimeMs);
  }

  /**
   * Takes a source's quote. Returns the quote that the sources now make together, or the reason why the given quote is ignored.
   * Returns undefined if it is a repetition or doesn't lead to a price.
   */
  take(name: string, quote: Quote, message: string): Quote | string | undefined {
    const { symbol, bid, ask, last, volume, feedTimeMs } = quote;
    const { rule, now } = this.#options;
    if (!this.#symbols.has(symbol)) return 'symbol_unknown';
    const violation = quoteViolation(quote);
    if (violation !== undefined) return violation;
    if (feedTimeMs > now() + SOURCE_AHEAD_MAX_MS) return 'time_ahead';
    const ofSymbol = this.#newest.get(symbol) ?? new Map<string, SourceQuote>();
    this.#newest.set(symbol, ofSymbol);
    const before = ofSymbol.get(name);
    if (before !== undefined && feedTimeMs < before.timeMs) return 'backdated';
    const taken = { bid, ask, last, timeMs: feedTimeMs, message };
    if (before !== undefined && isRepeated(before, taken)) return undefined;
    ofSymbol.set(name, taken);
    const { standings, price } = combineSources(rule, ofSymbol);
    // A message of a source that is currently not used leads to no new price.
    const isUsed = standings.some((standing) => standing.name === name && standing.state === 'used');
    if (price === undefined || !isUsed) return undefined;
    const timeMs = Math.max(price.timeMs, this.#timeMs.get(symbol) ?? 0);
    this.#timeMs.set(symbol, timeMs);
    return {
      ...{ symbol, bid: price.bid, ask: price.ask },
      ...(price.last !== undefined && { last: price.last }),
      ...{ volume, feedTimeMs: timeMs, sources: sourcesText(rule, standings) },
    };
  }
}

function isRepeated(before: SourceQuote, quote: SourceQuote): boolean {
  return (['timeMs', 'bid', 'ask', 'last'] as const).every((field) => before[field] === quote[field]);
}
