/**
 * The connections of programs that provide quotes: a program pushes to our websocket with its token, or we read from its
 * websocket, or we poll its address. Messages are passed on as raw bytes, to the channel that they came from.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData } from 'ws';
import { WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../limits.ts';

const POLL_EVERY_MS = 1_000;
const RECONNECT_AFTER_MS = 1_000;
/** The path on our server to which pushing programs connect. */
export const PUSH_PATH = '/api/feed';

export type Receive = (message: Uint8Array, reply?: (text: string) => void) => void;

export type Channel = {
  /** A ws(s):// address to read from or an http(s):// address to poll. Absent if programs only push. */
  readonly url?: string | undefined;
  /** The token that a pushing program must present. Without a token, no program can push. */
  readonly token?: string | undefined;
  readonly receive: Receive;
};

export type FeedConnections = {
  /** Starts reading. From now on, programs may connect to push quotes. */
  start(): void;
  stop(): Promise<void>;
  /** Handles an upgrade request for the push path. Returns false for any other path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
};

export function feedConnections(
  channels: readonly Channel[],
  report: (text: string) => void,
): FeedConnections {
  const server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.market.feedMessageBytesMax });
  const stopping = new AbortController();
  let isOpen = false;
  let reading: readonly Promise<void>[] = [];
  const listen = (socket: WebSocket, receive: Receive): void => {
    socket.on('message', (data: RawData) => receive(bytesOf(data), (text) => socket.send(text)));
    socket.on('error', (error) => report(`feed: connection error: ${error.message}`));
  };
  return {
    start: () => {
      isOpen = true;
      reading = channels.flatMap(({ url, receive }) => {
        if (url === undefined) return [];
        const read = url.startsWith('ws') ? readSocket : poll;
        return [read({ url, receive, signal: stopping.signal, listen, report })];
      });
    },
    stop: async () => {
      isOpen = false;
      stopping.abort();
      for (const client of server.clients) client.terminate();
      await Promise.all(reading);
    },
    upgrade: (request, socket, head) => {
      // The path is compared as it was sent, because the request target may not be a valid URL, and parsing it would throw.
      if (request.url?.split('?', 1)[0] !== PUSH_PATH) return false;
      socket.on('error', () => socket.destroy());
      const channel = isOpen ? channelOf(channels, request.headers.authorization) : undefined;
      if (channel === undefined) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
          socket.destroy(),
        );
        return true;
      }
      server.handleUpgrade(request, socket, head, (connected) => listen(connected, channel.receive));
      return true;
    },
  };
}

/** Compares with every token, so that the timing does not reveal which one matched. */
function channelOf(channels: readonly Channel[], header: string | undefined): Channel | undefined {
  return channels.filter(({ token }) => isToken(header, token))[0];
}

/** Compares in constant time, so that the timing does not reveal how much of the presented token matches. */
function isToken(header: string | undefined, token: string | undefined): boolean {
  if (token === undefined || token === '' || header === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

type Reading = {
  readonly url: string;
  readonly receive: Receive;
  readonly signal: AbortSignal;
  readonly listen: (socket: WebSocket, receive: Receive) => void;
  readonly report: (text: string) => void;
};

async function readSocket({ url, receive, signal, listen, report }: Reading): Promise<void> {
  while (!signal.aborted) {
    const socket = new WebSocket(url, {
      maxPayload: LIMITS.market.feedMessageBytesMax,
      handshakeTimeout: LIMITS.market.feedTimeoutMs,
      followRedirects: false,
    });
    const abort = (): void => socket.terminate();
    signal.addEventListener('abort', abort, { once: true });
    listen(socket, receive);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    signal.removeEventListener('abort', abort);
    if (signal.aborted) return;
    report(`feed: ${url} closed the connection (reconnecting)`);
    await pause(RECONNECT_AFTER_MS, signal);
  }
}

async function poll({ url, receive, signal, report }: Reading): Promise<void> {
  while (!signal.aborted) {
    try {
      const timeout = AbortSignal.timeout(LIMITS.market.feedTimeoutMs);
      // A redirect could lead anywhere, including the internal network, so the configured address must be the final one.
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.any([signal, timeout]) });
      if (!response.ok) throw new Error(`expected a successful response, found ${response.status}`);
      receive(await bodyOf(response));
    } catch (error) {
      if (signal.aborted) return;
      report(`feed: failed to poll ${url} (retrying): ${(error as Error).message}`);
    }
    await pause(POLL_EVERY_MS, signal);
  }
}

/** Reads a body up to the size that a message may have. */
async function bodyOf(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LIMITS.market.feedMessageBytesMax)
      throw new Error(`expected at most ${LIMITS.market.feedMessageBytesMax} bytes, found more`);
  }
  return Buffer.concat(chunks);
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
