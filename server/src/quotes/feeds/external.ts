/**
 * A feed from an external program. The program connects to our websocket and pushes quotes, or we connect to its websocket, or
 * we poll its address. The message format is the same in all cases (docs/feeds.md).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Quote } from '@candor/domain/market/quote.ts';
import type { RawData } from 'ws';
import { WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../limits.ts';
import type { Feed, FeedSink } from './feed.ts';
import { LIVE_STALE_AFTER_MS } from './feed.ts';
import { readMessage, readQuoteJson } from './quote-json.ts';

const POLL_EVERY_MS = 1_000;
const RECONNECT_AFTER_MS = 1_000;
/** The path on our server to which pushing programs connect. */
export const PUSH_PATH = '/api/feed';

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

export function externalFeed(options: ExternalOptions): ExternalFeed {
  const server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.market.feedMessageBytesMax });
  const stopping = new AbortController();
  let sink: FeedSink | undefined;
  const read = createReader(() => sink);
  let reading: Promise<void> | undefined;

  const listen = (socket: WebSocket): void => {
    socket.on('message', (data: RawData) => read(data.toString(), (text) => socket.send(text)));
    socket.on('error', (error) => options.report(`feed: connection error: ${error.message}`));
  };
  server.on('connection', listen);
  return {
    name: 'external',
    symbols: options.symbols,
    timing: 'clock',
    staleAfterMs: () => LIVE_STALE_AFTER_MS,
    // Customers may see an outside event before the feed has quoted its effect on every symbol.
    fillAgeMs: () => 0,
    start: async (to) => {
      sink = to;
      const { url } = options;
      if (url === undefined) return;
      const source = url.startsWith('ws') ? readSocket : poll;
      reading = source({ url, read, signal: stopping.signal, listen, report: options.report });
    },
    stop: async () => {
      sink = undefined;
      stopping.abort();
      for (const client of server.clients) client.terminate();
      await reading;
    },
    upgrade: (request, socket, head) => {
      // The path is compared as it was sent, because the request target may not be a valid URL, and parsing it would throw.
      if (request.url?.split('?', 1)[0] !== PUSH_PATH) return false;
      socket.on('error', () => socket.destroy());
      if (sink === undefined || !isToken(request.headers.authorization, options.token)) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
          socket.destroy(),
        );
        return true;
      }
      server.handleUpgrade(request, socket, head, (connected) =>
        server.emit('connection', connected, request),
      );
      return true;
    },
  };
}

/** Compares in constant time, so that the timing does not reveal how much of the presented token matches. */
function isToken(header: string | undefined, token: string | undefined): boolean {
  if (token === undefined || token === '' || header === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}

/**
 * Processes messages in order of arrival. Each message is passed on without waiting for the previous one, so that messages that
 * arrive together are written together. Messages beyond the limit are rejected and counted.
 */
function createReader(
  sinkNow: () => FeedSink | undefined,
): (text: string, reply?: (text: string) => void) => void {
  let waiting = 0;
  return (text, reply) => {
    const sink = sinkNow();
    if (sink === undefined) return;
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

type Reading = {
  readonly url: string;
  readonly read: (text: string) => void;
  readonly signal: AbortSignal;
  readonly listen: (socket: WebSocket) => void;
  readonly report: (text: string) => void;
};

async function readSocket({ url, signal, listen, report }: Reading): Promise<void> {
  while (!signal.aborted) {
    const socket = new WebSocket(url, {
      maxPayload: LIMITS.market.feedMessageBytesMax,
      handshakeTimeout: LIMITS.market.feedTimeoutMs,
      followRedirects: false,
    });
    const abort = (): void => socket.terminate();
    signal.addEventListener('abort', abort, { once: true });
    listen(socket);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    signal.removeEventListener('abort', abort);
    if (signal.aborted) return;
    report(`feed: ${url} closed the connection (reconnecting)`);
    await pause(RECONNECT_AFTER_MS, signal);
  }
}

async function poll({ url, read, signal, report }: Reading): Promise<void> {
  while (!signal.aborted) {
    try {
      const timeout = AbortSignal.timeout(LIMITS.market.feedTimeoutMs);
      // A redirect could lead anywhere, including the internal network, so the configured address must be the final one.
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.any([signal, timeout]) });
      if (!response.ok) throw new Error(`expected a successful response, found ${response.status}`);
      read(await response.text());
    } catch (error) {
      if (signal.aborted) return;
      report(`feed: failed to poll ${url}: ${(error as Error).message}`);
    }
    await pause(POLL_EVERY_MS, signal);
  }
}

function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, forMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
