/**
 * Sends firings to the features, a bounded number at a time, until each is committed. A row's firings are sent one after
 * another in the order of the tape, whatever their kinds and whenever each was found, because the outcome of one decides
 * whether the next still applies. A row's next firing also waits until all announcements committed so far have been processed,
 * because one of them may be due at an earlier entry. A firing is never abandoned. If the executor is busy, the firing is
 * retried. If it fails because of a bug, or stays busy, it is set aside: it is retried slowly without delaying other rows or
 * suspending its market. A firing for which its row doesn't wait is dropped immediately.
 */
import { TRIGGER_CONDITIONS } from '@candor/domain/trading/trigger.ts';
import { FalselyFired } from '../commands/trigger-source.ts';
import { Fifo } from './fifo.ts';
import type { Firing } from './lane.ts';

/** 'done' if the firing was committed or is no longer due, 'busy' if it must be retried. */
export type FiringAnswer = 'done' | 'busy';

/** Why a firing is set aside or dropped: its row contradicts it, it fails repeatedly, or it stays busy. */
export type Astrayed = FalselyFired | 'failed' | { readonly busyTimes: number };

export type FiringQueueOptions = {
  readonly send: (firing: Firing) => Promise<FiringAnswer>;
  /**
   * Resolves once every announcement committed before the call has been processed and the firings found for them have been
   * added to this queue.
   */
  readonly heard: () => Promise<void>;
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
  /** The callee must reread what the row waits for. */
  readonly onAstray: (firing: Firing, why: Astrayed) => void;
  readonly inFlightMax: number;
  /** The number of busy answers after which a firing is set aside. */
  readonly busyMax?: number | undefined;
};

/** `late` means that the entry had already been evaluated when the row was announced. */
type Task = {
  readonly firing: Firing;
  readonly late: boolean;
  readonly row: string;
  readonly sinceMs: number;
  attempts: number;
  failures: number;
  /** Whether the firing was set aside, so that it neither counts as lag nor blocks its row. */
  isAside: boolean;
};

const RETRY_FIRST_MS = 10;
const RETRY_MAX_MS = 2000;
/** After this many exceptions a firing is set aside, so that one bug doesn't suspend trading in a symbol. */
const FAILURES_COUNTED = 8;
/**
 * About a minute of tries. On a machine that is too slow for its firings, others wait as well, and the youngest of them counts as
 * lag.
 */
const BUSY_COUNTED = 30;
/**
 * From this try on, a busy firing is sent only if the database was read since the last try, so that an outage does not count as
 * tries.
 */
const HEARD_FROM_TRY = 8;

export class FiringQueue {
  readonly #options: FiringQueueOptions;
  readonly #waiting = new Fifo<Task>();
  /** The pending firings of each row in the order of the tape; `turn` is the firing in flight. */
  readonly #rows = new Map<string, { turn: Task | undefined; readonly behind: Task[] }>();
  /** Rows whose next firing must wait for the next read of the announcements. */
  readonly #unheard = new Set<string>();
  #hearing = false;
  #inFlight = 0;
  #late = 0;
  #stopped = false;
  readonly #pending = new Map<string, Set<Task>>();
  readonly #names = new Set<string>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #onIdle: (() => void) | undefined;

  constructor(options: FiringQueueOptions) {
    this.#options = options;
  }

  /** The number of uncommitted firings whose entries had already been evaluated when their rows were announced. */
  get late(): number {
    return this.#late;
  }

  add(firing: Firing, late: boolean): void {
    // A reread announcement may produce a firing that is already pending.
    const name = nameOf(firing);
    if (late && this.#names.has(name)) return;
    this.#names.add(name);
    const row = `${firing.trigger.book}/${firing.trigger.row}`;
    const task: Task = {
      firing,
      late,
      row,
      sinceMs: this.#options.nowMs(),
      attempts: 0,
      failures: 0,
      isAside: false,
    };
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

  /** The entry before the first one with uncommitted firings, or `evaluatedSeq` if there are none. */
  handledSeq(symbol: string, evaluatedSeq: bigint): bigint {
    let handled = evaluatedSeq;
    for (const { firing } of this.#pending.get(symbol) ?? []) {
      if (firing.entry.seq <= handled) handled = firing.entry.seq - 1n;
    }
    return handled;
  }

  /** How long a symbol's oldest firing that isn't set aside has been waiting for its commit. */
  lagMs(symbol: string): number {
    for (const task of this.#pending.get(symbol) ?? []) {
      if (!task.isAside) return this.#options.nowMs() - task.sinceMs;
    }
    return 0;
  }

  /** Stops sending and waits for the firings in flight. The remaining firings are sent after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const retry of this.#retries) clearTimeout(retry);
    if (this.#inFlight > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  #hearFor(row: string): void {
    this.#unheard.add(row);
    if (!this.#hearing) void this.#hear();
  }

  /** Rows added during a read wait for the next one. */
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
      const answer = await this.#options.send(task.firing);
      const { busyMax = BUSY_COUNTED } = this.#options;
      const busyTimes = task.attempts + 1 - task.failures;
      if (answer === 'busy' && busyTimes >= busyMax) this.#setAside(task, { busyTimes });
      return answer;
    } catch (error) {
      const { trigger, entry } = task.firing;
      const what = `engine: failed to fire ${trigger.kind} ${trigger.row} at entry ${entry.symbol} ${entry.seq}`;
      this.#options.onTrouble(what, error);
      if (error instanceof FalselyFired) {
        this.#options.onAstray(task.firing, error);
        return 'done';
      }
      task.failures += 1;
      if (task.failures >= FAILURES_COUNTED) this.#setAside(task, 'failed');
      return 'busy';
    }
  }

  /** A kind of firing that is stuck must not block the row's other firings, because one of them may be what it waits for. */
  #setAside(task: Task, why: Astrayed): void {
    if (task.isAside) return;
    task.isAside = true;
    this.#passTurn(task);
    this.#options.onAstray(task.firing, why);
  }

  #settle(task: Task): void {
    this.#pending.get(task.firing.entry.symbol)?.delete(task);
    this.#names.delete(nameOf(task.firing));
    if (task.late) this.#late -= 1;
    this.#passTurn(task);
  }

  /** Lets the row send its next firing once the announcements committed by this one have been read. */
  #passTurn(task: Task): void {
    const known = this.#rows.get(task.row);
    if (known === undefined || known.turn !== task) return;
    known.turn = undefined;
    if (known.behind.length === 0) this.#rows.delete(task.row);
    else this.#hearFor(task.row);
  }

  /**
   * Returns the firing to send first. A firing that was refused because an earlier entry fires first gives way to the firing of
   * that entry, if it has arrived meanwhile.
   */
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
      if (task.attempts < HEARD_FROM_TRY) this.#sendAgain(task);
      else void this.#options.heard().then(() => this.#sendAgain(task));
    }, waitMs);
    this.#retries.add(retry);
  }

  #sendAgain(task: Task): void {
    this.#waiting.push(this.#firstOfRow(task));
    this.#sendWaiting();
  }
}

function nameOf({ trigger: { kind, book, row, version }, entry: { symbol, seq } }: Firing): string {
  return `${kind}/${book}/${row}/${version}/${symbol}/${seq}`;
}

/** Inserts a firing in order; equal ones keep the order of arrival. */
function insert(tasks: Task[], task: Task): void {
  let at = tasks.length;
  while (at > 0 && isBefore(task.firing, tasks[at - 1]!.firing)) at -= 1;
  tasks.splice(at, 0, task);
}

/** The earlier entry comes first. At the same entry, the order of conditions decides, then the better price. */
function isBefore(a: Firing, b: Firing): boolean {
  const [one, other] = [a.trigger, b.trigger];
  const order =
    a.entry.timeMs - b.entry.timeMs ||
    Number(a.entry.seq - b.entry.seq) ||
    TRIGGER_CONDITIONS.indexOf(one.condition) - TRIGGER_CONDITIONS.indexOf(other.condition) ||
    other.key - one.key;
  return order < 0;
}
