/**
 * What consoles hear while they are open: server-sent events, each stream an operator's. What concerns a customer is kept from
 * who is tied to them; a session that ended, or went idle, is heard of within seconds and its stream closed.
 */
import type { ServerResponse } from 'node:http';
import type { Pool } from '../db/pool.ts';
import type { OperatorSession } from './operator-sessions.ts';

export type OperatorStreamsOptions = {
  readonly pool: Pool;
  readonly isLiving: (tokenHash: Buffer) => Promise<boolean>;
  readonly limits: {
    readonly streamsMax: number;
    readonly streamBufferBytesMax: number;
    readonly streamCheckMs: number;
    readonly streamBeatMs: number;
  };
  readonly onTrouble: (text: string, error: unknown) => void;
};

type Stream = OperatorSession & { readonly response: ServerResponse; ties: ReadonlySet<string> };

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

  /** How many listen. */
  get present(): number {
    return this.#streams.size;
  }

  /** Lets an operator listen until either side hangs up; false when there is no place. */
  async open(response: ServerResponse, session: OperatorSession): Promise<boolean> {
    if (this.#streams.size >= this.#options.limits.streamsMax) return false;
    const stream: Stream = { ...session, response, ties: await this.#tiesOf(session.operator.person) };
    if (response.destroyed) return true;
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
        if (await this.#options.isLiving(stream.tokenHash)) {
          // oxlint-disable-next-line no-await-in-loop
          stream.ties = await this.#tiesOf(stream.operator.person);
        } else stream.response.end('event: ended\ndata: {}\n\n');
      }
    } catch (error) {
      // An unanswered question ends nobody's session; it is asked again in seconds.
      this.#options.onTrouble('a console’s session could not be checked', error);
    } finally {
      this.#checking = false;
    }
  }
}
