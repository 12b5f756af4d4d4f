/**
 * Limits a server's connections: their number per address and in total, the time that one may be half closed, and the minimum
 * rates at which a body must arrive and a response be read. Pipelined requests of a connection are answered one at a time.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countedAs } from '../callers/addresses.ts';
import type { Callers } from '../callers/callers.ts';
import { LIMITS } from '../limits.ts';
import { costOfBody } from './body-cost.ts';
import { RequestRate } from '../flow/request-rate.ts';
import { unread } from './unread.ts';

export type ConnectionLimits = { readonly [Name in keyof typeof LIMITS.connections]: number };

type Link = {
  readonly socket: Socket;
  /** The address that the connection is counted under (`line`); undefined for a proxy, which relays requests of many callers. */
  readonly line: string | undefined;
  readonly waiting: (() => void)[];
  /** The address that the connection is counted under once it is a WebSocket. */
  upgradedFor: string | undefined;
  /** The request being answered, the time at which it arrived, and the bytes that the connection had received by then. */
  request: IncomingMessage | undefined;
  sinceMs: number;
  readBefore: number;
  /** Received bytes that are already charged. */
  counted: number;
  /** How many bytes the peer had read at the last check or at the last moment without a pending response, and when that was. */
  taken: number;
  takenMs: number;
};

type Options = {
  readonly callers: Callers;
  readonly now?: () => number;
  readonly limits?: ConnectionLimits;
  /** If an address sends more requests than this, it is cut off. */
  readonly requestsPerMinute?: number;
  /** If an address's WebSockets send more bytes than this, it is cut off. */
  readonly socketBytesPerMinute?: number;
};

/**
 * Marks requests that are charged to their customer's limit. A weak set of such requests would cost more than all the other
 * counting.
 */
const ofCustomer = Symbol('charged to its customer');
type Charged = IncomingMessage & { [ofCustomer]?: true };

/** Charges a request to its customer, and refunds it to the address, which many customers may share. */
export function countsForCustomer(request: IncomingMessage): void {
  (request as Charged)[ofCustomer] = true;
}

export class Connections {
  readonly #callers: Callers;
  readonly #now: () => number;
  readonly #limits: ConnectionLimits;
  readonly #links = new Map<Socket, Link>();
  readonly #lines = new Map<string, Set<Link>>();
  /** Addresses that are cut off for too many pipelined requests, with the time at which the cut-off ends. */
  readonly #refused = new Map<string, number>();
  readonly #requests: RequestRate;
  readonly #socketBytes: RequestRate;

  constructor(
    server: Server,
    {
      callers,
      now = () => performance.now(),
      limits = LIMITS.connections,
      requestsPerMinute = LIMITS.http.lineRequestsPerMinute,
      socketBytesPerMinute = LIMITS.connections.socketBytesPerMinute,
    }: Options,
  ) {
    this.#requests = new RequestRate(requestsPerMinute);
    this.#socketBytes = new RequestRate(socketBytesPerMinute);
    this.#callers = callers;
    this.#now = now;
    this.#limits = limits;
    server.on('connection', (socket: Socket) => this.#open(socket));
    const sweep = setInterval(() => this.#sweep(), limits.sweepEveryMs);
    sweep.unref();
    server.once('close', () => clearInterval(sweep));
  }

  /** Passes a request on once the connection's previous request has been answered and its response read. */
  serve(request: IncomingMessage, response: ServerResponse, handOn: () => void): void {
    const link = this.#links.get(request.socket);
    // Pipelined requests are parsed as a whole batch, so some of them still arrive here after the cut-off.
    if (link === undefined || link.socket.destroyed) return;
    const asking = countedAs(this.#callers.addressOf(request));
    if (!this.#requests.allows(asking, this.#now(), 1 + costOfBody(request))) return this.#cutLine(link);
    const begin = (): void => {
      if (link.socket.destroyed) return;
      this.#begin(link, { request, asking });
      response.once('close', () => {
        const sent = link.socket.bytesRead - link.counted;
        link.counted = link.socket.bytesRead;
        const givenBack = (request as Charged)[ofCustomer] === true ? 1 : 0;
        this.#requests.add(asking, this.#now(), sent / LIMITS.http.sentBytesCountingOne - givenBack);
        link.request = undefined;
        link.waiting.shift()?.();
      });
      handOn();
    };
    if (link.request === undefined && link.waiting.length === 0) return begin();
    if (link.waiting.length < this.#limits.pipelinedMax) link.waiting.push(begin);
    else this.#cutLine(link);
  }

  /** Counts an upgrade as a request. Cuts off the address and returns false if it exceeds the limit. */
  admits(request: IncomingMessage): boolean {
    const asking = countedAs(this.#callers.addressOf(request));
    if (this.#requests.allows(asking, this.#now())) return true;
    const link = this.#links.get(request.socket);
    if (link === undefined) request.socket.destroy();
    else this.#cutLine(link);
    return false;
  }

  /**
   * From now on, counts the bytes that a WebSocket sends under its address. A frame may be as short as six bytes, and each causes
   * work whether or not it is meaningful. If there are too many bytes, all WebSockets of the address are closed, because the
   * others also have data waiting to be read.
   */
  weigh(request: IncomingMessage): void {
    const { socket } = request;
    const link = this.#links.get(socket);
    if (link === undefined) return;
    const asking = countedAs(this.#callers.addressOf(request));
    link.upgradedFor = asking;
    socket.on('data', (bytes: Buffer) => {
      if (this.#socketBytes.allows(asking, this.#now(), bytes.length)) return;
      for (const one of this.#links.values()) if (one.upgradedFor === asking) this.#cut(one);
      this.#cutLine(link);
    });
  }

  #open(socket: Socket): void {
    const { max, lineMax, halfOpenMs } = this.#limits;
    const peer = socket.remoteAddress;
    const line = this.#callers.isProxy(peer) ? undefined : countedAs(peer ?? '');
    const ofLine = line === undefined ? undefined : (this.#lines.get(line) ?? new Set());
    const isRefused = line !== undefined && (this.#refused.get(line) ?? 0) > this.#now();
    if (isRefused || this.#links.size >= max || (ofLine?.size ?? 0) >= lineMax) {
      socket.destroy();
      return;
    }
    const link: Link = {
      ...{ socket, line, waiting: [], upgradedFor: undefined, request: undefined },
      ...{ sinceMs: 0, readBefore: 0, counted: 0, taken: 0, takenMs: this.#now() },
    };
    this.#links.set(socket, link);
    if (line !== undefined && ofLine !== undefined) this.#lines.set(line, ofLine.add(link));
    socket.once('close', () => this.#closed(link));
    // Either side may close its half of the connection first.
    const end = (): void => {
      const late = setTimeout(() => socket.destroy(), halfOpenMs);
      socket.once('close', () => clearTimeout(late));
    };
    socket.once('end', end);
    socket.once('finish', end);
  }

  #closed(link: Link): void {
    const { socket, line, waiting } = link;
    this.#links.delete(socket);
    waiting.length = 0;
    if (line === undefined) return;
    const ofLine = this.#lines.get(line);
    ofLine?.delete(link);
    if (ofLine?.size === 0) this.#lines.delete(line);
  }

  #begin(link: Link, { request, asking }: { request: IncomingMessage; asking: string }): void {
    link.request = request;
    link.sinceMs = this.#now();
    link.readBefore = link.socket.bytesRead;
    unread.note(link.socket, asking);
  }

  #cut({ socket, waiting }: Link): void {
    waiting.length = 0;
    socket.destroy();
  }

  /**
   * Cuts off an address. Reading a flood costs more than sending it, so the address's other connections are closed too, and new
   * ones are refused for a short time. If the peer is a proxy, only this connection is closed.
   */
  #cutLine(link: Link): void {
    const { line } = link;
    if (line === undefined) return this.#cut(link);
    this.#refused.set(line, this.#now() + this.#limits.refusedMs);
    for (const one of this.#lines.get(line) ?? []) this.#cut(one);
  }

  #sweep(): void {
    const nowMs = this.#now();
    for (const [line, untilMs] of this.#refused) if (untilMs <= nowMs) this.#refused.delete(line);
    const isFull = unread.isFullInAll();
    for (const link of this.#links.values()) {
      if (this.#sendsTooSlowly(link, nowMs) || this.#takesTooSlowly(link, { nowMs, isFull })) this.#cut(link);
    }
  }

  #sendsTooSlowly({ request, socket, sinceMs, readBefore }: Link, nowMs: number): boolean {
    const { bodyGraceMs, bodyBytesPerSecondMin } = this.#limits;
    const ageMs = nowMs - sinceMs;
    if (request === undefined || request.complete || ageMs <= bodyGraceMs) return false;
    return ((socket.bytesRead - readBefore) * 1000) / ageMs < bodyBytesPerSecondMin;
  }

  /**
   * Whether a peer reads its response too slowly. A peer that reads a byte from time to time occupies as much memory as one that
   * reads nothing. The limits are stricter while memory is short.
   */
  #takesTooSlowly(link: Link, { nowMs, isFull }: { nowMs: number; isFull: boolean }): boolean {
    const { unreadMs, unreadBytesPerSecondMin, unreadWhenFullMs, unreadWhenFullBytesPerSecondMin } =
      this.#limits;
    const [overMs, paceMin] = isFull
      ? [unreadWhenFullMs, unreadWhenFullBytesPerSecondMin]
      : [unreadMs, unreadBytesPerSecondMin];
    const { socket } = link;
    const waits = socket.writableLength;
    const taken = socket.bytesWritten - waits;
    const forMs = nowMs - link.takenMs;
    if (waits > 0 && forMs <= overMs) return false;
    if (waits > 0 && ((taken - link.taken) * 1000) / forMs < paceMin) return true;
    link.taken = taken;
    link.takenMs = nowMs;
    return false;
  }
}
