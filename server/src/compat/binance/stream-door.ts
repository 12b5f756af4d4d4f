/** Accepts the WebSockets of these clients, up to a limit per address, and closes those whose peer is gone. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import { countedAs } from '../../callers/addresses.ts';
import type { Callers } from '../../callers/callers.ts';
import { LIMITS } from '../../limits.ts';
import { COMPAT_PATH } from './mount.ts';
import { ApiLink } from './socket-api.ts';
import type { ApiLinkDeps } from './socket-api.ts';
import type { StreamBoard } from './stream-board.ts';
import { MessageRate, StreamLink, readSay } from './stream-link.ts';
import type { Say } from './stream-link.ts';
import { readStreamName } from './stream-names.ts';

const { sockets } = LIMITS.compat;

export type StreamDoorOptions = Omit<ApiLinkDeps, 'facts' | 'showsLimits'> & {
  readonly board: StreamBoard;
  readonly callers: Callers;
  readonly monotonicMs: () => number;
};

/** Receives a socket's messages. A message that can't be parsed is passed as undefined. */
type Hearing = { hear(say: Say | undefined): void; end(): void; closing(nowMs: number): void };

export class StreamDoor {
  readonly #options: StreamDoorOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: sockets.messageBytesMax,
    perMessageDeflate: false,
  });
  readonly #addresses = new Map<string, number>();
  readonly #alive = new WeakSet<WebSocket>();
  readonly #hearings = new Set<Hearing>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: StreamDoorOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#ping(), sockets.pingEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const hearing of this.#hearings) hearing.closing(this.#options.now());
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  /** Handles an upgrade under our path. Returns false for any other path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (!path.startsWith(`${COMPAT_PATH}/`)) return false;
    socket.on('error', () => socket.destroy());
    const asked = askedStreams(path.slice(COMPAT_PATH.length), new URLSearchParams(query));
    const address = countedAs(this.#options.callers.addressOf(request));
    const fromAddress = this.#addresses.get(address) ?? 0;
    const isFull =
      this.#server.clients.size >= sockets.connectionsMax || fromAddress >= sockets.connectionsAddressMax;
    if (asked === undefined || isFull) {
      refuse(socket, asked === undefined ? '404 Not Found' : '429 Too Many Requests');
      return true;
    }
    this.#server.handleUpgrade(request, socket, head, (connected) => {
      this.#enter(connected, address);
      this.#listen(connected, this.#hearing(connected, request, asked));
    });
    return true;
  }

  #hearing(socket: WebSocket, request: IncomingMessage, asked: Asked): Hearing {
    const { board, callers, calls, users, now, newId } = this.#options;
    if (asked.kind === 'api') {
      const { 'user-agent': agent = '' } = request.headers;
      const [address, client] = [callers.addressOf(request), callers.clientOf(request)];
      const facts = { language: 'en', address, client, agent, host: callers.hostOf(request) } as const;
      return new ApiLink(socket, { calls, users, now, facts, newId, showsLimits: asked.showsLimits });
    }
    const link = new StreamLink(socket, board, asked.kind === 'combined');
    // Some clients append a number of their own to the path, so names that belong to no stream are ignored here.
    link.join(asked.names.filter((name) => readStreamName(name) !== undefined));
    return link;
  }

  #enter(socket: WebSocket, address: string): void {
    this.#addresses.set(address, (this.#addresses.get(address) ?? 0) + 1);
    socket.once('close', () => {
      const left = (this.#addresses.get(address) ?? 0) - 1;
      if (left > 0) this.#addresses.set(address, left);
      else this.#addresses.delete(address);
    });
    const end = setTimeout(() => socket.close(1001), sockets.connectionMs);
    socket.once('close', () => clearTimeout(end));
    this.#alive.add(socket);
    socket.on('pong', () => this.#alive.add(socket));
    socket.on('error', () => socket.terminate());
  }

  #listen(socket: WebSocket, hearing: Hearing): void {
    const rate = new MessageRate(this.#options.monotonicMs);
    this.#hearings.add(hearing);
    socket.once('close', () => {
      this.#hearings.delete(hearing);
      hearing.end();
    });
    socket.on('message', (data: RawData) => {
      if (!rate.allows()) return socket.close(1008, 'too many messages');
      hearing.hear(readSay(data));
    });
  }

  #ping(): void {
    for (const socket of this.#server.clients) {
      if (!this.#alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}

const MILLISECOND = 'MILLISECOND';

type Asked = {
  readonly kind: 'plain' | 'combined' | 'api';
  readonly names: readonly string[];
  readonly showsLimits: boolean;
};

/** Parses the requested streams. Times are always in milliseconds, so a reader that requests another unit is refused. */
function askedStreams(path: string, query: URLSearchParams): Asked | undefined {
  if ((query.get('timeUnit') ?? MILLISECOND).toUpperCase() !== MILLISECOND) return undefined;
  const showsLimits = query.get('returnRateLimits') !== 'false';
  if (path === '/ws-api/v3') return { kind: 'api', names: [], showsLimits };
  if (path === '/ws' || path.startsWith('/ws/'))
    return { kind: 'plain', names: path.slice('/ws/'.length).split('/'), showsLimits };
  if (path !== '/stream' && path !== '/stream/') return undefined;
  return { kind: 'combined', names: (query.get('streams') ?? '').split('/'), showsLimits };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
