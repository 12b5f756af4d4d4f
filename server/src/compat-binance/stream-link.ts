/** One WebSocket of a reader: its streams, its requests to change them, and the limits on both. */
import type { RawData, WebSocket } from 'ws';
import type { Reader, StreamBoard } from './stream-board.ts';
import { readStreamName } from './stream-names.ts';

export const STREAM_LIMITS = {
  /** A larger message ends the connection. */
  messageBytesMax: 32 * 1024,
  streamsMax: 1024,
  /** A connection that sends more messages in a second is closed. */
  messagesPerSecond: 5,
  /** A reader with more unread bytes is closed; it gets the current state once it connects again. */
  unreadBytesMax: 512 * 1024,
  pingEveryMs: 20_000,
  /** A connection ends after a day, as on the exchange, so that no subscription outlives its key for long. */
  connectionMs: 24 * 60 * 60_000,
  connectionsMax: 2000,
  connectionsAddressMax: 50,
} as const;

/** Messages of a second that may arrive together: a client may resume its subscriptions one by one. */
const BURST_SECONDS = 10;

export type Say = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };

/** Sends to a socket, and closes it instead if its peer doesn't read. */
export function sendTo(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount + text.length > STREAM_LIMITS.unreadBytesMax) socket.terminate();
  else socket.send(text);
}

/** Whether a message arrives within the limit, which refills with time. */
export class MessageRate {
  readonly #nowMs: () => number;
  #left: number = STREAM_LIMITS.messagesPerSecond * BURST_SECONDS;
  #sinceMs: number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#sinceMs = nowMs();
  }

  allows(): boolean {
    const nowMs = this.#nowMs();
    const { messagesPerSecond } = STREAM_LIMITS;
    const gained = ((nowMs - this.#sinceMs) / 1000) * messagesPerSecond;
    this.#left = Math.min(messagesPerSecond * BURST_SECONDS, this.#left + gained) - 1;
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
    if (new Set([...this.#names, ...names]).size > STREAM_LIMITS.streamsMax) return false;
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
