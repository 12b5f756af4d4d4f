/** One WebSocket of a reader: its streams, its requests to change them, and the limits on both. */
import type { RawData, WebSocket } from 'ws';
import { LIMITS } from '../limits.ts';
import type { Reader, StreamBoard } from './stream-board.ts';
import { readStreamName } from './stream-names.ts';

const { sockets } = LIMITS.compat;

export type Say = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };

/** Sends to a socket, and closes it instead if its peer doesn't read. */
export function sendTo(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount + text.length > sockets.unreadBytesMax) socket.terminate();
  else socket.send(text);
}

/** Whether a message arrives within the limit, which refills with time. */
export class MessageRate {
  readonly #nowMs: () => number;
  #left: number = sockets.messagesPerSecond * sockets.burstSeconds;
  #sinceMs: number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#sinceMs = nowMs();
  }

  allows(): boolean {
    const nowMs = this.#nowMs();
    const { messagesPerSecond, burstSeconds } = sockets;
    const gained = ((nowMs - this.#sinceMs) / 1000) * messagesPerSecond;
    this.#left = Math.min(messagesPerSecond * burstSeconds, this.#left + gained) - 1;
    this.#sinceMs = nowMs;
    return this.#left >= 0;
  }
}

export function readSay(data: RawData): Say | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export class StreamLink implements Reader {
  readonly #socket: WebSocket;
  readonly #board: StreamBoard;
  readonly #names = new Set<string>();
  #isCombined: boolean;

  constructor(socket: WebSocket, board: StreamBoard, isCombined: boolean) {
    this.#socket = socket;
    this.#board = board;
    this.#isCombined = isCombined;
  }

  take(plain: string, combined: string): void {
    sendTo(this.#socket, this.#isCombined ? combined : plain);
  }

  /** Returns false, and joins none, if one of the names is of no stream or they are too many. */
  join(names: readonly string[]): boolean {
    const streams = names.map(readStreamName);
    if (streams.includes(undefined)) return false;
    if (new Set([...this.#names, ...names]).size > sockets.streamsMax) return false;
    for (const stream of streams) {
      if (stream === undefined || this.#names.has(stream.name)) continue;
      this.#names.add(stream.name);
      this.#board.join(stream, this);
    }
    return true;
  }

  end(): void {
    for (const name of this.#names) this.#board.leave(name, this);
    this.#names.clear();
  }

  hear({ id, method, params }: Say): void {
    const answer = (result: unknown) => sendTo(this.#socket, JSON.stringify({ result, id: id ?? null }));
    const names = Array.isArray(params) && params.every((name) => typeof name === 'string') ? params : [];
    if (method === 'SUBSCRIBE' && names.length > 0) {
      return this.join(names) ? answer(null) : this.#refuse(id, 'unknown stream, or too many streams');
    }
    if (method === 'UNSUBSCRIBE') {
      for (const name of names) if (this.#names.delete(name)) this.#board.leave(name, this);
      return answer(null);
    }
    if (method === 'LIST_SUBSCRIPTIONS') return answer([...this.#names]);
    if (method === 'GET_PROPERTY') return answer(this.#isCombined);
    if (method === 'SET_PROPERTY' && Array.isArray(params) && typeof params[1] === 'boolean') {
      this.#isCombined = params[1];
      return answer(null);
    }
    return this.#refuse(id, 'unknown method or parameters');
  }

  #refuse(id: unknown, why: string): void {
    const error = { code: 2, msg: `Invalid request: ${why}` };
    sendTo(this.#socket, JSON.stringify({ error, id: id ?? null }));
  }
}
