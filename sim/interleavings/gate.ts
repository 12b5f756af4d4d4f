/**
 * Stands between servers and a real PostgreSQL. While it is closed, the messages of the watched connections wait until they are
 * released, one statement at a time, so that another connection can act between any two statements of a transaction.
 */
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { FrameReader } from '../wire/frames.ts';
import type { Frame } from '../wire/frames.ts';

const require = createRequire(import.meta.url);

const [QUERY, EXECUTE, SYNC] = [0x51, 0x45, 0x53];
/** Makes PostgreSQL send what it has answered so far. */
const FLUSH = Buffer.of(0x48, 0, 0, 0, 4);
const [READY, ERROR, KEY_DATA] = [0x5a, 0x45, 0x4b];
/** How PostgreSQL ends the answer to a statement: complete, empty, suspended, or failed. */
const ENDS_STATEMENT = new Set([0x43, 0x49, 0x73, ERROR]);

/** What waits to be sent, and whether the answer to it ends with the message that PostgreSQL is ready. */
type Turn = { readonly frames: readonly Frame[]; readonly syncs: boolean };

/** Where a connection comes from: the server that opened it, and its login. */
export type Origin = { readonly server: string; readonly login: string };

export class GatedStream extends Duplex {
  readonly origin: Origin;
  readonly #gate: Gate;
  readonly #out = new FrameReader({ startsBare: true });
  readonly #in = new FrameReader({ startsBare: false });
  readonly #socket: Socket;
  #turns: Turn[] = [];
  #partial: Frame[] = [];
  #awaits: ((frame: Frame) => boolean) | undefined;
  /** After an error, PostgreSQL answers nothing until the next Sync. */
  #hasFailed = false;
  #isStarted = false;
  pid = 0;

  constructor(gate: Gate, origin: Origin) {
    super({ autoDestroy: true });
    this.#gate = gate;
    this.origin = origin;
    this.#socket = connect({ port: gate.port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('connect', () => this.emit('connect'));
    this.#socket.on('data', (bytes: Buffer) => this.#hear(bytes));
    this.#socket.on('error', (error) => this.destroy(error));
    this.#socket.on('close', () => {
      this.#awaits = undefined;
      this.#turns = [];
      // The library learns only from this event that a connection is lost, and would otherwise wait for an answer for ever.
      this.once('end', () => this.destroy());
      this.push(null);
      this.#gate.noticed();
    });
  }

  /** The library calls this with the address; the gate knows it. */
  connect(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  get isReady(): boolean {
    return this.#turns.length > 0 && this.#awaits === undefined;
  }

  /** Whether PostgreSQL has not answered what was released. */
  get isUnanswered(): boolean {
    return this.#awaits !== undefined;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    for (const frame of this.#out.read(chunk)) this.#take(frame);
    if (this.#isThrough()) this.open();
    this.#gate.noticed();
    done();
  }

  override _read(): void {
    // What arrives is pushed at once.
  }

  override _final(done: () => void): void {
    this.open();
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#turns = [];
    this.#awaits = undefined;
    this.#socket.destroy();
    done(error);
  }

  /** Sends everything that waits. */
  open(): void {
    const frames = [...this.#turns.flatMap((turn) => turn.frames), ...this.#partial];
    this.#turns = [];
    this.#partial = [];
    if (frames.length > 0) this.#socket.write(Buffer.concat(frames.map(({ bytes }) => bytes)));
  }

  /** Sends the next statement. */
  release(): void {
    const turn = this.#turns.shift();
    if (turn === undefined) return;
    const bytes = Buffer.concat(turn.frames.map((frame) => frame.bytes));
    if (turn.syncs) {
      this.#awaits = ({ type }) => type === READY;
      this.#hasFailed = false;
    } else if (!this.#hasFailed) this.#awaits = ({ type }) => ENDS_STATEMENT.has(type);
    this.#socket.write(turn.syncs ? bytes : Buffer.concat([bytes, FLUSH]));
  }

  #isThrough(): boolean {
    return !this.#isStarted || !this.#gate.holds(this.origin);
  }

  #take(frame: Frame): void {
    const last = this.#turns.at(-1);
    if (frame.type === SYNC && this.#partial.length === 0 && last?.syncs === false) {
      // A Sync that follows its statement is sent with it.
      this.#turns[this.#turns.length - 1] = { frames: [...last.frames, frame], syncs: true };
      return;
    }
    this.#partial.push(frame);
    if (frame.type !== SYNC && frame.type !== QUERY && frame.type !== EXECUTE) return;
    this.#turns.push({ frames: this.#partial, syncs: frame.type !== EXECUTE });
    this.#partial = [];
  }

  #hear(bytes: Buffer): void {
    for (const frame of this.#in.read(bytes)) {
      if (frame.type === KEY_DATA) this.pid = frame.bytes.readInt32BE(5);
      if (frame.type === READY) {
        this.#isStarted = true;
        this.#hasFailed = false;
      }
      if (this.#awaits?.(frame) === true) {
        if (frame.type === ERROR) this.#hasFailed = true;
        this.#awaits = undefined;
        this.#gate.noticed();
      }
    }
    this.push(bytes);
  }
}

/** All connections of this process to one PostgreSQL. */
export class Gate {
  readonly port: number;
  readonly #streams = new Set<GatedStream>();
  #watched: ((origin: Origin) => boolean) | undefined;
  #notice = Promise.withResolvers<void>();

  constructor(port: number) {
    this.port = port;
  }

  /** Lets every connection that the library opens from now on lead through the gate. The application's name names the server. */
  takeConnections(): void {
    const library = require('pg') as { Client: new (config: object) => object };
    const { Client } = library;
    const open = (url: string): GatedStream => this.#open(url);
    library.Client = class extends Client {
      constructor(config: { readonly connectionString?: string }) {
        super({ ...config, stream: () => open(config.connectionString ?? '') });
      }
    };
  }

  #open(url: string): GatedStream {
    const { username, searchParams } = new URL(url);
    const stream = new GatedStream(this, {
      login: username,
      server: searchParams.get('application_name') ?? '',
    });
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    return stream;
  }

  holds(origin: Origin): boolean {
    return this.#watched?.(origin) === true;
  }

  close(watched: (origin: Origin) => boolean): void {
    this.#watched = watched;
  }

  open(): void {
    this.#watched = undefined;
    for (const stream of this.#streams) stream.open();
  }

  get ready(): readonly GatedStream[] {
    return [...this.#streams].filter(({ isReady }) => isReady);
  }

  /** Something was written or answered. */
  noticed(): void {
    this.#notice.resolve();
    this.#notice = Promise.withResolvers();
  }

  get notice(): Promise<void> {
    return this.#notice.promise;
  }
}
