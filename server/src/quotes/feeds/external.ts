/**
 * A feed from an external program. The program connects to our websocket and pushes quotes, or we connect to its websocket, or
 * we poll its address. The message format is the same in all cases (docs/feeds.md).
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Quote } from '@candor/domain/market/quote.ts';
import { LIMITS } from '../../limits.ts';
import { feedConnections } from './feed-connections.ts';
import type { Receive } from './feed-connections.ts';
import type { Feed, FeedSink } from './feed.ts';
import { LIVE_STALE_AFTER_MS } from './feed.ts';
import { readMessage, readQuoteJson } from './quote-json.ts';

export type ExternalOptions = {
  readonly symbols: readonly string[];
  /** A ws(s):// address to read from or an http(s):// address to poll. Absent if programs only push. */
  readonly url?: string | undefined;
  /** The token that a pushing program must present. Without a token, no program can push. */
  readonly token?: string | undefined;
  readonly report: (text: string) => void;
};

export type ExternalFeed = Feed & {
  /** Handles an upgrade request for the push path. Returns false for any other path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
};

export function externalFeed({ symbols, url, token, report }: ExternalOptions): ExternalFeed {
  let sink: FeedSink | undefined;
  const receive = createReader(() => sink);
  const connections = feedConnections([{ url, token, receive }], report);
  return {
    ...externalTiming(symbols),
    start: async (to) => {
      sink = to;
      connections.start();
    },
    stop: async () => {
      sink = undefined;
      await connections.stop();
    },
    upgrade: connections.upgrade,
  };
}

/** How an external feed's quotes are timed, whether it has one program or several. */
export function externalTiming(symbols: readonly string[]) {
  return {
    name: 'external',
    symbols,
    timing: 'clock',
    staleAfterMs: () => LIVE_STALE_AFTER_MS,
    // The feed may quote the effect of an outside event on one symbol before another, so customers could know the next quote. No
    // entry is therefore fresh enough to fill at.
    fillAgeMs: () => 0,
  } as const;
}

/**
 * Processes messages in order of arrival. Each message is passed on without waiting for the previous one, so that messages that
 * arrive together are written together. Messages beyond the limit are rejected and counted.
 */
function createReader(sinkNow: () => FeedSink | undefined): Receive {
  let waiting = 0;
  return (message, reply) => {
    const sink = sinkNow();
    if (sink === undefined) return;
    const text = new TextDecoder().decode(message);
    const values = readMessage(text);
    if (values === undefined) {
      sink.violation('not_json');
      reply?.('{"error":"not_json"}');
      return;
    }
    if (waiting + values.length > LIMITS.market.feedQuotesWaitingMax) {
      sink.violation('flood');
      reply?.('{"error":"flood"}');
      return;
    }
    const quotes: Quote[] = [];
    for (const value of values) {
      const read = readQuoteJson(value);
      if (read.ok) {
        quotes.push(read.value);
        continue;
      }
      const field = read.refusal.field ?? 'quote';
      sink.violation(`unreadable_${field}`, symbolOf(value), text);
      reply?.(JSON.stringify({ error: 'unreadable', field }));
    }
    waiting += quotes.length;
    void sink.offer(quotes).finally(() => {
      waiting -= quotes.length;
    });
  };
}

function symbolOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('symbol' in value)) return undefined;
  return typeof value.symbol === 'string' ? value.symbol : undefined;
}
