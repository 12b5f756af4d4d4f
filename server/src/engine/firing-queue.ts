/**
 * Sends what fired to the features, a bounded number at a time, until each is committed. A row's firings go one after the
 * other in the order of the tape, whatever kind they are of and whenever each was found, since what the first does decides
 * what the next finds. So a row's next firing waits until everything armed before was heard of: an arming by the firing
 * before it, or one that came along with its own, may be due at an earlier entry. A firing is never given up: one that
 * meets a busy executor comes again, and one that fails for a bug keeps coming, slowly, without holding up the rest. What its row does
 * not wait for is none, and is left aside at once.
 */
import { TRIGGER_CONDITIONS } from '@candor/domain/trading/trigger.ts';
import { FalselyFired } from '../commands/trigger-source.ts';
import { Fifo } from './fifo.ts';
import type { Firing } from './lane.ts';

/** What a feature answers: it is committed (or was no longer due), or it must come again. */
export type FiringAnswer = 'done' | 'busy';

export type FiringQueueOptions = {
  readonly send: (firing: Firing) => Promise<FiringAnswer>;
  /** Resolves once every arming that was committed before the call was heard of, and what it missed was added here. */
  readonly heard: () => Promise<void>;
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
  /** A firing that its row does not bear out, or one that fails again and again: what the row waits for itself is to be read. */
  readonly onAstray: (firing: Firing, falsely: FalselyFired | undefined) => void;
  readonly inFlightMax: number;
};

/** One firing on its way. `late`: it was due at an entry that had already been passed when its row was heard of. */
type Task = {
  readonly firing: Firing;
  readonly late: boolean;
  readonly row: string;
  readonly sinceMs: number;
  attempts: number;
  failures: number;
};

const RETRY_FIRST_MS = 10;
const RETRY_MAX_MS = 2000;
/** After so many exceptions a firing no longer counts as lag, nor holds its row: one bug must not close a market. */
const FAILURES_COUNTED = 8;

export class FiringQueue {
  readonly #options: FiringQueueOptions;
  readonly #waiting = new Fifo<Task>();
  /** What of each row is to be sent, in the order of the tape; the turn is the one that is on its way. */
  readonly #rows = new Map<string, { turn: Task | undefined; readonly behind: Task[] }>();
  /** Rows whose next firing may not go before the armings were heard of once more. */
  readonly #unheard = new Set<string>();
  #hearing = false;
  #inFlight = 0;
  #late = 0;
  #stopped = false;
  readonly #pending = new Map<string, Set<Task>>();
  /** All that are not committed, each by its name. */
  readonly #names = new Set<string>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #onIdle: (() => void) | undefined;

  constructor(options: FiringQueueOptions) {
    this.#options = options;
  }

  /** How many firings are not committed that were due before the entry handled last. */
  get late(): number {
    return this.#late;
  }

  add(firing: Firing, late: boolean): void {
    // What was read again may be on its way already.
    const name = nameOf(firing);
    if (late && this.#names.has(name)) return;
    this.#names.add(name);
    const row = `${firing.trigger.book}/${firing.trigger.row}`;
    const task: Task = { firing, late, row, sinceMs: this.#options.nowMs(), attempts: 0, failures: 0 };
    const { symbol } = firing.entry;
    const pending = this.#pending.get(symbol);
    if (pending === undefined) this.#pending.set(symbol, new Set([task]));
    else pending.add(task);
    if (late) this.#late += 1;
    const known = this.#rows.get(row);
    if (known === undefined) this.#rows.set(row, { turn: undefined, behind: [task] });
    else insert(known.behind, task);
    this.#hearFor(row);
  }

  /** The entry before the first whose firings are not all committed, or `evaluatedSeq` when they are. */
  handledSeq(symbol: string, evaluatedSeq: bigint): bigint {
    let handled = evaluatedSeq;
    for (const { firing } of this.#pending.get(symbol) ?? []) {
      if (firing.entry.seq <= handled) handled = firing.entry.seq - 1n;
    }
    return handled;
  }

  /** How long the oldest firing of a symbol has been waiting for its commit. */
  lagMs(symbol: string): number {
    for (const task of this.#pending.get(symbol) ?? []) {
      if (task.failures < FAILURES_COUNTED) return this.#options.nowMs() - task.sinceMs;
    }
    return 0;
  }

  /** Sends nothing more and waits for what is under way; the rest fires again after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const retry of this.#retries) clearTimeout(retry);
    if (this.#inFlight > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  #hearFor(row: string): void {
    this.#unheard.add(row);
    if (!this.#hearing) void this.#hear();
  }

  /** What is added while it listens waits for the next time. */
  async #hear(): Promise<void> {
    this.#hearing = true;
    while (this.#unheard.size > 0 && !this.#stopped) {
      const rows = [...this.#unheard];
      this.#unheard.clear();
      await this.#options.heard();
      for (const row of rows) if (!this.#unheard.has(row)) this.#takeTurn(row);
      this.#sendWaiting();
    }
    this.#hearing = false;
  }

  #takeTurn(row: string): void {
    const known = this.#rows.get(row);
    if (known === undefined || known.turn !== undefined) return;
    known.turn = known.behind.shift();
    if (known.turn === undefined) this.#rows.delete(row);
    else this.#waiting.push(known.turn);
  }

  #sendWaiting(): void {
    while (!this.#stopped && this.#inFlight < this.#options.inFlightMax) {
      const task = this.#waiting.shift();
      if (task === undefined) break;
      void this.#sendOne(task);
    }
  }

  async #sendOne(task: Task): Promise<void> {
    this.#inFlight += 1;
    const answer = await this.#answerOf(task);
    this.#inFlight -= 1;
    if (answer === 'done') this.#settle(task);
    else this.#retryLater(task);
    this.#sendWaiting();
    if (this.#inFlight === 0) this.#onIdle?.();
  }

  async #answerOf(task: Task): Promise<FiringAnswer> {
    try {
      return await this.#options.send(task.firing);
    } catch (error) {
      const { trigger, entry } = task.firing;
      const what = `${trigger.kind} ${trigger.row} did not fire at ${entry.symbol} ${entry.seq}`;
      this.#options.onTrouble(what, error);
      if (error instanceof FalselyFired) {
        this.#options.onAstray(task.firing, error);
        return 'done';
      }
      task.failures += 1;
      // A bug in one kind of firing must not keep the others of its row from ever coming.
      if (task.failures === FAILURES_COUNTED) {
        this.#passTurn(task);
        this.#options.onAstray(task.firing, undefined);
      }
      return 'busy';
    }
  }

  #settle(task: Task): void {
    this.#pending.get(task.firing.entry.symbol)?.delete(task);
    this.#names.delete(nameOf(task.firing));
    if (task.late) this.#late -= 1;
    this.#passTurn(task);
  }

  /** The next firing of the row may be sent, once what this one has armed was heard of. */
  #passTurn(task: Task): void {
    const known = this.#rows.get(task.row);
    if (known === undefined || known.turn !== task) return;
    known.turn = undefined;
    if (known.behind.length === 0) this.#rows.delete(task.row);
    else this.#hearFor(task.row);
  }

  /** What could not be done because an earlier entry fires first makes way for that, where it came in meanwhile. */
  #firstOfRow(task: Task): Task {
    const known = this.#rows.get(task.row);
    const earlier = known?.behind[0];
    if (known?.turn !== task || earlier === undefined || !isBefore(earlier.firing, task.firing)) return task;
    known.behind.shift();
    insert(known.behind, task);
    known.turn = earlier;
    return earlier;
  }

  #retryLater(task: Task): void {
    if (this.#stopped) return;
    const waitMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** task.attempts);
    task.attempts += 1;
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.#waiting.push(this.#firstOfRow(task));
      this.#sendWaiting();
    }, waitMs);
    this.#retries.add(retry);
  }
}

function nameOf({ trigger: { kind, book, row, version }, entry: { symbol, seq } }: Firing): string {
  return `${kind}/${book}/${row}/${version}/${symbol}/${seq}`;
}

/** Puts a firing where it belongs among those of its row; what is equal stays in the order in which it came. */
function insert(tasks: Task[], task: Task): void {
  let at = tasks.length;
  while (at > 0 && isBefore(task.firing, tasks[at - 1]!.firing)) at -= 1;
  tasks.splice(at, 0, task);
}

/** The earlier entry; at one entry what its condition says, then the better price. */
function isBefore(a: Firing, b: Firing): boolean {
  const [one, other] = [a.trigger, b.trigger];
  const order =
    a.entry.timeMs - b.entry.timeMs ||
    Number(a.entry.seq - b.entry.seq) ||
    TRIGGER_CONDITIONS.indexOf(one.condition) - TRIGGER_CONDITIONS.indexOf(other.condition) ||
    other.key - one.key;
  return order < 0;
}
