/** Releases what two commands send to the database, in a given order. */
import type pg from 'pg';
import type { Gate, GatedStream, Origin } from './gate.ts';

export type Side = 'left' | 'right';

/**
 * Which side goes first, and after how many statements of its own it lets the other go on. After the last number, each side goes on
 * until it ends or has nothing to send.
 */
export type Order = { readonly first: Side; readonly turns: readonly number[] };

export const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** How long an answer, or the next statement of a command, may take before its side is asked what it waits for. */
const [ANSWER_MS, NEXT_MS] = [4, 10];
/** How long a command may take before its first statement: a password is hashed before it. */
const FIRST_MS = 1000;
/** A command whose book is locked asks again and again, so it must let the other go on. */
const STRETCH_MAX = 24;

const later = (ms: number): Promise<'late'> =>
  new Promise((resolve) => setTimeout(() => resolve('late'), ms));

export class Releasing {
  readonly #gate: Gate;
  readonly #control: pg.Client;
  readonly #sideOf: (origin: Origin) => Side;
  readonly #over: Record<Side, boolean> = { left: false, right: false };
  /** The sides, in the order in which they sent a statement. */
  readonly path: Side[] = [];

  constructor(parts: {
    readonly gate: Gate;
    readonly control: pg.Client;
    readonly sideOf: (origin: Origin) => Side;
  }) {
    this.#gate = parts.gate;
    this.#control = parts.control;
    this.#sideOf = parts.sideOf;
  }

  /** Runs both commands, and resolves to what each resolves to. */
  async run<Result>(
    commands: Readonly<Record<Side, () => Promise<Result>>>,
    order: Order,
  ): Promise<Record<Side, Result>> {
    const ended = (['left', 'right'] as const).map(async (side) => {
      const result = await commands[side]();
      this.#over[side] = true;
      this.#gate.noticed();
      return result;
    });
    const both = Promise.all(ended);
    both.catch(() => undefined);
    try {
      await this.#begin();
      await this.#release(order);
    } finally {
      this.#gate.open();
    }
    const [left, right] = await both;
    return { left: left as Result, right: right as Result };
  }

  /** Waits until each side has something to send, or is over. */
  async #begin(): Promise<void> {
    const late = later(FIRST_MS);
    const isThere = (side: Side): boolean => this.#over[side] || this.#readyOf(side) !== undefined;
    while (!isThere('left') || !isThere('right'))
      if ((await Promise.race([this.#gate.notice, late])) === 'late') return;
  }

  async #release({ first, turns }: Order): Promise<void> {
    let side = first;
    for (const count of turns) {
      await this.#stretch(side, count);
      side = other(side);
    }
    let idle = 0;
    while (!(this.#over.left && this.#over.right) && idle < 4) {
      idle = (await this.#stretch(side, STRETCH_MAX)) === 0 ? idle + 1 : 0;
      side = other(side);
    }
  }

  /** Lets one side send so many statements. Resolves to how many it sent. */
  async #stretch(side: Side, count: number): Promise<number> {
    for (let sent = 0; sent < count; sent += 1) {
      const stream = await this.#next(side);
      if (stream === undefined) return sent;
      this.path.push(side);
      stream.release();
      await this.#answered(stream);
    }
    return count;
  }

  #readyOf(side: Side): GatedStream | undefined {
    return this.#gate.ready.find(({ origin }) => this.#sideOf(origin) === side);
  }

  async #next(side: Side): Promise<GatedStream | undefined> {
    const late = later(NEXT_MS);
    for (;;) {
      const ready = this.#readyOf(side);
      if (ready !== undefined || this.#over[side]) return ready;
      if ((await Promise.race([this.#gate.notice, late])) === 'late') return this.#readyOf(side);
    }
  }

  /** Waits for the answer, unless the connection waits for a lock. */
  async #answered(stream: GatedStream): Promise<void> {
    while (stream.isUnanswered) {
      const came = await Promise.race([this.#gate.notice, later(ANSWER_MS)]);
      if (came === 'late' && stream.isUnanswered && (await this.#isStuck(stream.pid))) return;
    }
  }

  async #isStuck(pid: number): Promise<boolean> {
    const { rows } = await this.#control.query<{ stuck: boolean }>({
      name: 'stuck',
      text: 'select cardinality(pg_blocking_pids($1)) > 0 as stuck',
      values: [pid],
    });
    return rows[0]?.stuck === true;
  }
}
