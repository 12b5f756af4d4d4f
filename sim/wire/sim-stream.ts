/**
 * A connection to PostgreSQL whose bytes wait until the simulation releases them. To the library it is a socket. The library's
 * output is split after each message that the server answers, so that other connections can act between any two of them.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { FrameReader, endsTurn, isTermination, queryBytes, simulated } from './frames.ts';
import type { Frame } from './frames.ts';

const [READY, ERROR, AUTHENTICATION, KEY_DATA, NOTIFICATION] = [0x5a, 0x45, 0x52, 0x4b, 0x41];
/** Authentication requests that the client must answer: plain and MD5 passwords, and the steps of SASL. */
const ANSWERED = new Set([3, 5, 10, 11]);

/**
 * The timeouts that PostgreSQL measures in real time. The simulation's time stops while a message is answered, so on a slow
 * machine they would end transactions that took no simulated time.
 */
const NO_REAL_TIME =
  'set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set transaction_timeout = 0';

type Turn = 'connect' | readonly Frame[];

export class SimStream extends Duplex {
  readonly number: number;
  readonly #out = new FrameReader({ startsBare: true });
  readonly #in = new FrameReader({ startsBare: false });
  #waiting: Turn[] = [];
  #partial: Frame[] = [];
  #socket: Socket | undefined;
  #at: { readonly port: number; readonly host: string } | undefined;
  #answer: Frame[] = [];
  /** Settles when PostgreSQL has answered the last message; undefined if none is in flight. */
  #answered: PromiseWithResolvers<void> | undefined;
  #isDead = false;
  #isStarted = false;
  #isLimited = false;
  #listens = false;
  #pid = 0;
  readonly #onActivity: () => void;

  constructor(number: number, onActivity: () => void) {
    super({ autoDestroy: true });
    this.number = number;
    this.#onActivity = onActivity;
  }

  /** Whether a message waits for its release. */
  get isReady(): boolean {
    return !this.#isDead && this.#waiting.length > 0 && this.#answered === undefined;
  }

  /** Whether PostgreSQL has not answered yet because the connection waits for a lock. */
  get isBlocked(): boolean {
    return this.#answered !== undefined;
  }

  get listens(): boolean {
    return this.#listens && !this.#isDead && this.#answered === undefined && this.#waiting.length === 0;
  }

  /** Describes the next message to be released, for a trace. */
  get next(): string {
    const [turn] = this.#waiting;
    if (turn === undefined || turn === 'connect') return turn ?? 'nothing';
    return turn.map(({ bytes }) => bytes.toString('latin1').replaceAll(/[^ -~]+/g, ' ')).join('');
  }

  get pid(): number {
    return this.#pid;
  }

  connect(port: number, host: string): this {
    this.#at = { port, host };
    this.#waiting.push('connect');
    this.#onActivity();
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

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    for (const frame of this.#out.read(chunk)) {
      this.#partial.push(frame);
      // The first message and the answers to password requests are also sent immediately.
      if (this.#isStarted && !endsTurn(frame)) continue;
      this.#waiting.push(this.#partial);
      this.#partial = [];
    }
    this.#onActivity();
    done();
  }

  override _read(): void {
    // Received data is pushed when it is released.
  }

  override _final(done: () => void): void {
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#die();
    done(error);
  }

  /**
   * Sends the next waiting message. Resolves once PostgreSQL has answered, or after `isStuck` has reported that the
   * connection waits for a lock.
   */
  async release(isStuck: (pid: number) => Promise<boolean>): Promise<void> {
    const turn = this.#waiting.shift();
    if (turn === undefined) return;
    if (turn === 'connect') {
      await this.#open();
      return;
    }
    if (turn.some(isTermination)) {
      await this.#terminate(turn);
      return;
    }
    if (!this.#isLimited && this.#isStarted) await this.#limit();
    if (turn.some(({ bytes }) => bytes.includes('listen ', 5, 'latin1'))) this.#listens = true;
    this.#answered = Promise.withResolvers();
    this.#socket?.write(Buffer.concat(turn.map(simulated)));
    await this.#awaited(isStuck);
  }

  /** Continues to wait for an answer that a lock delayed. */
  async unblock(isStuck: (pid: number) => Promise<boolean>): Promise<void> {
    await this.#awaited(isStuck);
  }

  /** Delivers the notifications that arrived in the meantime. Resolves to whether there were any. */
  async poll(): Promise<boolean> {
    const frames = await this.#swallow(';');
    const heard = frames.filter(({ type }) => type === NOTIFICATION);
    if (heard.length > 0) this.push(Buffer.concat(heard.map(({ bytes }) => bytes)));
    return heard.length > 0;
  }

  /** Ends the connection as the death of the process does, without notifying any code of this process. */
  cut(): void {
    this.#die();
  }

  #die(): void {
    this.#isDead = true;
    this.#waiting = [];
    this.#answered?.resolve();
    this.#answered = undefined;
    this.#answer = [];
    this.#socket?.destroy();
  }

  /** Delivers the answer once it has arrived, or returns without it if the connection waits for a lock. */
  async #awaited(isStuck: (pid: number) => Promise<boolean>): Promise<void> {
    while (this.#answered !== undefined) {
      const came = await Promise.race([this.#answered.promise.then(() => true), patience()]);
      if (came) this.#deliver();
      else if (await isStuck(this.#pid)) return;
    }
  }

  #deliver(): void {
    this.#answered = undefined;
    const frames = this.#answer;
    this.#answer = [];
    if (frames.length > 0) this.push(Buffer.concat(frames.map(({ bytes }) => bytes)));
  }

  async #open(): Promise<void> {
    const { port, host } = this.#at ?? { port: 0, host: '' };
    const socket = connect({ port, host, noDelay: true });
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => this.#hear(bytes));
    socket.on('close', () => this.#closed());
    await once(socket, 'connect');
    this.emit('connect');
  }

  /** PostgreSQL ended the connection, as after a fatal error. */
  #closed(): void {
    if (this.#isDead) return;
    this.#answered?.resolve();
    this.#isDead = true;
    this.#waiting = [];
    setImmediate(() => this.push(null));
  }

  #hear(bytes: Buffer): void {
    for (const frame of this.#in.read(bytes)) {
      if (frame.type === KEY_DATA) this.#pid = frame.bytes.readInt32BE(5);
      this.#answer.push(frame);
      if (this.#isAnswered(frame)) this.#answered?.resolve();
    }
  }

  #isAnswered({ type, bytes }: Frame): boolean {
    if (type === READY) {
      this.#isStarted = true;
      return true;
    }
    if (this.#isStarted) return false;
    return type === ERROR || (type === AUTHENTICATION && ANSWERED.has(bytes.readInt32BE(5)));
  }

  async #terminate(turn: readonly Frame[]): Promise<void> {
    const socket = this.#socket;
    if (socket !== undefined && !socket.destroyed) {
      const closed = once(socket, 'close');
      socket.end(Buffer.concat(turn.map(({ bytes }) => bytes)));
      await closed;
    }
    this.#die();
    this.push(null);
  }

  async #limit(): Promise<void> {
    this.#isLimited = true;
    await this.#swallow(NO_REAL_TIME);
  }

  /** Runs the simulation's own SQL on the connection, invisibly to the library. */
  async #swallow(sql: string): Promise<readonly Frame[]> {
    const held = this.#answer;
    this.#answer = [];
    const { promise } = (this.#answered = Promise.withResolvers());
    this.#socket?.write(queryBytes(sql));
    await promise;
    this.#answered = undefined;
    const frames = this.#answer;
    this.#answer = [];
    return [...held, ...frames];
  }
}

/** How long to wait for an answer before checking whether the connection waits for a lock. */
const PATIENCE_MS = 4;
const realTimeout = setTimeout;

function patience(): Promise<false> {
  return new Promise((resolve) => realTimeout(() => resolve(false), PATIENCE_MS));
}
