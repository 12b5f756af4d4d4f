/**
 * Server-sent events for open consoles, one stream per console. Operators with a conflict of interest get no events about the
 * customer. A stream is closed within seconds after its session was closed or became idle.
 */
import type { ServerResponse } from 'node:http';
import type { Pool } from '../db/pool.ts';
import type { OperatorSession } from './operator-sessions.ts';

export type OperatorStreamsOptions = {
  readonly pool: Pool;
  /** Returns when a session was last used, or undefined if it is no longer valid. */
  readonly seenMs: (tokenHash: Buffer) => Promise<number | undefined>;
  readonly now: () => number;
  readonly limits: {
    readonly streamsMax: number;
    readonly streamsSessionMax: number;
    readonly streamBufferBytesMax: number;
    readonly streamCheckMs: number;
    readonly streamBeatMs: number;
    readonly attendedMs: number;
  };
  readonly onTrouble: (text: string, error: unknown) => void;
};

type Stream = OperatorSession & {
  readonly response: ServerResponse;
  ties: ReadonlySet<string>;
  seenMs: number;
};

export class OperatorStreams {
  readonly #options: OperatorStreamsOptions;
  readonly #streams = new Set<Stream>();
  readonly #timers: readonly NodeJS.Timeout[];
  #checking = false;

  constructor(options: OperatorStreamsOptions) {
    this.#options = options;
    const { streamCheckMs, streamBeatMs } = options.limits;
    this.#timers = [
      setInterval(() => void this.#checkAll(), streamCheckMs),
      // A comment (SSE) keeps proxies from closing an idle stream.
      setInterval(() => this.#streams.forEach((stream) => this.#write(stream, ':\n\n')), streamBeatMs),
    ];
  }

  /** The number of connected consoles, whether or not an operator is using them. */
  get present(): number {
    return this.#streams.size;
  }

  get attended(): boolean {
    const { now, limits } = this.#options;
    const sinceMs = now() - limits.attendedMs;
    return [...this.#streams].some(({ seenMs }) => seenMs > sinceMs);
  }

  /** Opens a stream, which stays open until either side disconnects. Returns false if there are too many streams. */
  async open(response: ServerResponse, session: OperatorSession): Promise<boolean> {
    const [ties, seenMs = 0] = await Promise.all([
      this.#tiesOf(session.operator.person),
      this.#options.seenMs(session.tokenHash),
    ]);
    const stream: Stream = { ...session, response, ties, seenMs };
    if (response.destroyed) return true;
    if (!this.#hasRoom(session)) return false;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    response.write(':\n\n');
    this.#streams.add(stream);
    response.once('close', () => this.#streams.delete(stream));
    return true;
  }

  /**
   * Whether there is room for another stream. A session may have only as many streams as an operator is likely to have tabs, so
   * that it can't take all places.
   */
  #hasRoom({ tokenHash }: OperatorSession): boolean {
    const { streamsMax, streamsSessionMax } = this.#options.limits;
    const own = [...this.#streams].filter((stream) => stream.tokenHash.equals(tokenHash));
    return this.#streams.size < streamsMax && own.length < streamsSessionMax;
  }

  /** Sends an event to all operators who may receive it. `about` is the customer concerned, or null. */
  send(event: string, payload: object, about: bigint | null): void {
    if (this.#streams.size === 0) return;
    const text = `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`;
    const customer = about === null ? undefined : String(about);
    for (const stream of this.#streams) {
      if (customer === undefined || !stream.ties.has(customer)) this.#write(stream, text);
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { response } of this.#streams) response.destroy();
  }

  /** A reader that falls behind is cut off, and reloads everything when it reconnects. */
  #write({ response }: Stream, text: string): void {
    if (response.writableLength > this.#options.limits.streamBufferBytesMax) response.destroy();
    else response.write(text);
  }

  /**
   * Sends a last event and closes the connection. If the reader can't accept even that event, the connection is cut, because
   * nothing can be written after it.
   */
  #end(stream: Stream): void {
    const { response } = stream;
    this.#streams.delete(stream);
    response.end('event: ended\ndata: {}\n\n');
    const cutOff = setTimeout(() => response.destroy(), this.#options.limits.streamCheckMs);
    response.once('close', () => clearTimeout(cutOff));
  }

  async #tiesOf(person: string): Promise<ReadonlySet<string>> {
    const found = await this.#options.pool.query<{ customer: string }>(
      'select t.customer from operator_tie t where t.person = $1',
      [person],
    );
    return new Set(found.rows.map(({ customer }) => customer));
  }

  async #checkAll(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      for (const stream of this.#streams) {
        // Sessions are checked one after another, so that the checks don't occupy every connection.
        // oxlint-disable-next-line no-await-in-loop
        const seenMs = await this.#options.seenMs(stream.tokenHash);
        if (seenMs === undefined) this.#end(stream);
        else {
          stream.seenMs = seenMs;
          // One after another, as above.
          // oxlint-disable-next-line no-await-in-loop
          stream.ties = await this.#tiesOf(stream.operator.person);
        }
      }
    } catch (error) {
      // A failed check doesn't close the session. It is repeated within seconds.
      this.#options.onTrouble('console stream: failed to check a session (retrying)', error);
    } finally {
      this.#checking = false;
    }
  }
}
