/** One reader's WebSocket: its streams, its requests to change them, and the limits on both. */
import type { RawData, WebSocket } from 'ws';
import { LIMITS } from '../../limits.ts';
import type { Reader, StreamBoard } from './stream-board.ts';
import { readStreamName } from './stream-names.ts';

const { sockets } = LIMITS.compat;

export type Say = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };

/** Sends to a socket, or closes the socket if its peer doesn't read. */
export function sendTo(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount + text.length > sockets.unreadBytesMax) socket.terminate();
  else socket.send(text);
}

/** Whether a message arrives within the rate limit, which replenishes over time. */
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

  /** Joins the named streams. Returns false, and joins none, if a name belongs to no stream or there are too many. */
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

  hear(say: Say | undefined): void {
    const { id, method, params } = say ?? {};
    const refusal = say === undefined ? refusals.json : refusalOf(id, method);
    if (refusal !== undefined) return this.#refuse(id, refusal);
    switch (method) {
      case 'SUBSCRIBE':
      case 'UNSUBSCRIBE':
        return this.#change(id, method, params);
      case 'LIST_SUBSCRIPTIONS':
        return this.#answer(id, [...this.#names]);
      default:
        return this.#property(id, method === 'SET_PROPERTY', params);
    }
  }

  /** Sends a message that announces the end of the connection. */
  closing(nowMs: number): void {
    const event = JSON.stringify({ e: 'serverShutdown', E: nowMs });
    this.take(event, `{"stream":"!serverShutdown","data":${event}}`);
  }

  #change(id: unknown, method: 'SUBSCRIBE' | 'UNSUBSCRIBE', params: unknown): void {
    const names = Array.isArray(params) && params.every((name) => typeof name === 'string') ? params : [];
    if (names.length === 0) return this.#refuse(id, refusals.names);
    if (method === 'SUBSCRIBE' && !this.join(names)) return this.#refuse(id, refusals.stream);
    if (method === 'UNSUBSCRIBE')
      for (const name of names) if (this.#names.delete(name)) this.#board.leave(name, this);
    return this.#answer(id, null);
  }

  #property(id: unknown, isSet: boolean, params: unknown): void {
    const [name, value, ...rest] = Array.isArray(params) ? (params as readonly unknown[]) : [];
    if (typeof name !== 'string') return this.#refuse(id, refusals.property);
    if (rest.length > 0 || (!isSet && value !== undefined)) return this.#refuse(id, refusals.many);
    if (name !== 'combined') return this.#refuse(id, refusals.unknownProperty);
    if (!isSet) return this.#answer(id, this.#isCombined);
    if (typeof value !== 'boolean') return this.#refuse(id, refusals.boolean);
    this.#isCombined = value;
    return this.#answer(id, null);
  }

  #answer(id: unknown, result: unknown): void {
    sendTo(this.#socket, JSON.stringify({ result, id: id ?? null }));
  }

  /**
   * The error's fields are at the top level, as documented, and also under `error`, where some clients look because the calls'
   * answers have it there.
   */
  #refuse(id: unknown, error: StreamRefusal): void {
    sendTo(this.#socket, JSON.stringify({ ...error, error, id: isId(id) ? (id ?? null) : null }));
  }
}

type StreamRefusal = { readonly code: number; readonly msg: string };
const METHODS = ['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS', 'SET_PROPERTY', 'GET_PROPERTY'];
const invalid = (why: string): StreamRefusal => ({ code: 2, msg: `Invalid request: ${why}` });

const refusals = {
  json: { code: 3, msg: 'Invalid JSON: expected value at line 1 column 1' },
  id: invalid('request ID must be an unsigned integer'),
  method: invalid('missing field `method` at line 1 column 1'),
  names: invalid('params must be a list of stream names'),
  stream: invalid('unknown stream, or too many streams'),
  property: invalid('property name must be a string'),
  many: invalid('too many parameters'),
  unknownProperty: { code: 0, msg: 'Unknown property' },
  boolean: { code: 1, msg: 'Invalid value type: expected Boolean' },
} as const satisfies Record<string, StreamRefusal>;

function refusalOf(id: unknown, method: unknown): StreamRefusal | undefined {
  if (!isId(id)) return refusals.id;
  if (typeof method !== 'string') return refusals.method;
  if (METHODS.includes(method)) return undefined;
  const expected = METHODS.map((one) => `\`${one}\``).join(', ');
  return invalid(
    `unknown variant \`${method.slice(0, 40)}\`, expected one of ${expected} at line 1 column 1`,
  );
}

function isId(id: unknown): boolean {
  return (
    id === undefined ||
    id === null ||
    Number.isSafeInteger(id) ||
    /^[\w-]{1,36}$/.test(typeof id === 'string' ? id : '')
  );
}
