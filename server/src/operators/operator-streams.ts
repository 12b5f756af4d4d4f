/**
 * What consoles hear while they are open: server-sent events, each stream an operator's. What concerns a customer is kept from
 * who is tied to them; a session that ended, or went idle, is heard of within seconds and its stream closed.
 */
import type { ServerResponse } from 'node:http';
import type { Pool } from '../db/pool.ts';
import type { OperatorSession } from './operator-sessions.ts';

export type OperatorStreamsOptions = {
  readonly pool: Pool;
  /** When a session was last used; undefined where it is not good any more. */
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
      // A line that says nothing keeps proxies from thinking that nobody is there.
      setInterval(() => this.#streams.forEach((stream) => this.#write(stream, ':\n\n')), streamBeatMs),
    ];
  }

  /** How many listen, whether or not anybody sits before them. */
  get present(): number {
    return this.#streams.size;
  }

  /** Whether somebody listens who did something a short while ago. */
  get attended(): boolean {
    const { now, limits } = this.#options;
    const sinceMs = now() - limits.attendedMs;
    return [...this.#streams].some(({ seenMs }) => seenMs > sinceMs);
  }

  /** Lets an operator listen until either side hangs up; false when there is no place. */
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

  /** Nobody takes all places: of one session there are as many streams as somebody has tabs. */
  #hasRoom({ tokenHash }: OperatorSession): boolean {
    const { streamsMax, streamsSessionMax } = this.#options.limits;
    const own = [...this.#streams].filter((stream) => stream.tokenHash.equals(tokenHash));
    return this.#streams.size < streamsMax && own.length < streamsSessionMax;
  }

  /** Tells everybody who may hear of it. `about`: which customer it concerns, null where none. */
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

  /** Whoever does not read is cut off, and reads everything anew when they come back. */
  #write({ response }: Stream, text: string): void {
    if (response.writableLength > this.#options.limits.streamBufferBytesMax) response.destroy();
    else response.write(text);
  }

  /** Says so and hangs up. Whoever does not even read that is cut off: behind the last word nothing can be written. */
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
        // One after the other, so that many do not take every connection at once.
        // oxlint-disable-next-line no-await-in-loop
        const seenMs = await this.#options.seenMs(stream.tokenHash);
        if (seenMs === undefined) this.#end(stream);
        else {
          stream.seenMs = seenMs;
          // As above.
          // oxlint-disable-next-line no-await-in-loop
          stream.ties = await this.#tiesOf(stream.operator.person);
        }
      }
    } catch (error) {
      // An unanswered question ends nobody's session; it is asked again in seconds.
      this.#options.onTrouble('a console’s session could not be checked', error);
    } finally {
      this.#checking = false;
    }
  }
}
