/**
 * One lane of the executor: a connection that runs one batch after another. While the database works for one lane, the process
 * decides commands for another. All lanes take commands from one queue, which never gives two lanes commands of one book at the
 * same time.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { readClock } from '../quotes/clock.ts';
import type { Connection } from '../db/pool.ts';
import { aheadOf } from '../quotes/heads.ts';
import { isShared } from '../db/shared-client.ts';
import { runBatch } from './batch.ts';
import type { BatchResult } from './batch.ts';
import type { BatchTrace, ExecutorOptions } from './executor.ts';
import { IdBlock } from './id-block.ts';
import { load } from './load.ts';
import type { LoadOptions, Loaded } from './load.ts';
import type { CommandQueue, Waiting } from './queue.ts';

/** SQLSTATEs of transient errors: serialization failures, deadlocks, timeouts, server shutdowns, lost connections. */
const RETRYABLE = /^(40001|40P01|55P03|57...|08...|25P03|25P04)$/;
/** The slot's balance is too low, because another lane drew on the slot after this batch read it. The facts must be reloaded. */
const DRAWN_UPON = 'house_balance_check';
/** An entry reached the level some time ago, so the trigger must fire before any change by the customer. */
const REACHED_FIRST = 'reached_first';
/** The facts that the batch read are too old. Half a batch is retried, because it takes half the time to write. */
const READ_JUST_NOW = 'read_just_now';
/** The decision used outdated prices. If it is decided again on its own, with current prices, the command may be valid. */
const IN_TIME = /_in_time$/;
const CHECK_VIOLATION = '23514';
/** The transaction took too long (PostgreSQL then closes the connection) or, before PostgreSQL 17, the statement did. */
const TOOK_TOO_LONG = new Set(['25P04', '57014']);
const LOST = 'commands: the database connection was lost (retrying the batch)';
const RECONNECT_MS = 50;
/** The maximum number of row ids that one command may need. Some commands, such as cancellations, need none. */
const IDS_PER_COMMAND = 4;
/** One id per batch, for its batch of receipts. */
const IDS_PER_BATCH = 1;

/** A batch, with its facts if they are already being loaded. */
type Turn = {
  readonly batch: readonly Waiting[];
  readonly loading: Promise<Loaded> | undefined;
  readonly trace: BatchTrace | undefined;
};

export class Lane {
  readonly #options: ExecutorOptions;
  readonly #queue: CommandQueue;
  readonly #slot: number;
  /** Whether this lane may start now. If it may not, it leaves the queue to a busy lane. */
  readonly #mayBegin: (lane: Lane) => boolean;
  readonly #ids = new IdBlock();
  #connection: Connection | undefined;
  /** The results that this turn has committed but not yet answered. */
  readonly #results: BatchResult[] = [];
  /** The commands taken from the queue. Other lanes take no commands for the same books. */
  #taken: readonly Waiting[] = [];
  /** Settles once nothing is in flight. */
  ended: Promise<void> = Promise.resolve();
  #busy = false;
  /**
   * Whether the lane is waiting for a lock that another transaction holds. Commands that arrive meanwhile go to another lane.
   */
  #stuck = false;
  /** By how much the house's time was ahead of the wall clock when the last batch was decided. */
  #aheadMs = 0;
  readonly #onStuck: () => void;

  constructor(
    options: ExecutorOptions,
    lane: {
      readonly queue: CommandQueue;
      readonly slot: number;
      readonly mayBegin: (lane: Lane) => boolean;
      readonly onStuck: () => void;
    },
  ) {
    this.#options = options;
    this.#queue = lane.queue;
    this.#slot = lane.slot;
    this.#mayBegin = lane.mayBegin;
    this.#onStuck = lane.onStuck;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get advances(): boolean {
    return this.#busy && !this.#stuck;
  }

  start(): void {
    if (this.#busy) return;
    this.#busy = true;
    this.ended = this.#run();
  }

  close(): void {
    this.#connection?.release();
    this.#connection = undefined;
  }

  async #run(): Promise<void> {
    let turn = this.#begin();
    while (turn !== undefined) {
      await this.#process(turn.batch, { attempt: 0, ...turn });
      const results = this.#results.splice(0);
      for (const { deferred } of results) this.#defer(deferred);
      this.#release();
      // Starts the next batch first, so that its queries run while this batch's answers are sent.
      turn = this.#begin();
      for (const result of results) this.#answer(result);
      if (turn !== undefined) continue;
      await new Promise<void>((resolve) => setImmediate(resolve));
      turn = this.#begin();
    }
    this.#busy = false;
  }

  /** Makes the books of the taken commands available to other lanes, except for the books that are still being processed. */
  #release(atWork: ReadonlySet<bigint> = new Set()): void {
    this.#queue.release(this.#taken.filter((waiting) => !atWork.has(waiting.submission.book)));
    this.#taken = this.#taken.filter((waiting) => atWork.has(waiting.submission.book));
  }

  /** Takes the next batch and, if nothing prevents it, starts loading its facts. */
  #begin(): Turn | undefined {
    if (!this.#mayBegin(this)) return undefined;
    let batch: readonly Waiting[] = [];
    do {
      this.#release();
      this.#taken = this.#queue.take();
      batch = this.#dropExpired(this.#taken);
    } while (this.#taken.length > 0 && batch.length === 0);
    if (batch.length === 0) return undefined;
    const connection = this.#connection;
    const hurried = batch.some((waiting) => waiting.lockedSinceMs !== undefined);
    if (connection === undefined || hurried) return { batch, loading: undefined, trace: undefined };
    const trace = this.#traced(batch);
    const begin = () => load(connection, batch, this.#loadOptions(false));
    const loading = trace === undefined ? begin() : trace.within(begin);
    // The failure is handled when the batch is processed. Before that, the rejection must not terminate the process.
    loading.catch(() => undefined);
    return { batch, loading, trace };
  }

  async #process(
    batch: readonly Waiting[],
    how: { attempt: number; loading?: Turn['loading']; trace?: Turn['trace'] },
  ): Promise<void> {
    if (how.loading !== undefined) return this.#attempt(batch, { ...how, waitForLocks: false });
    const alive = this.#dropExpired(batch);
    if (alive.length === 0) return;
    const nowMs = this.#options.nowMs();
    const patient = alive.filter(
      (waiting) => nowMs - (waiting.lockedSinceMs ?? nowMs) < this.#options.limits.lockedBookMs,
    );
    const impatient = alive.filter((waiting) => !patient.includes(waiting));
    if (patient.length > 0) await this.#attempt(patient, { ...how, waitForLocks: false });
    if (impatient.length === 0) return;
    // Customers whose commands have been committed need not wait for another customer's lock, nor do their next commands.
    this.#release(new Set(impatient.map((waiting) => waiting.submission.book)));
    for (const result of this.#results.splice(0)) {
      this.#defer(result.deferred);
      this.#answer(result);
    }
    this.#stuck = true;
    this.#onStuck();
    for (const waiting of impatient) await this.#attempt([waiting], { ...how, waitForLocks: true });
    this.#stuck = false;
  }

  async #attempt(
    batch: readonly Waiting[],
    how: { attempt: number; waitForLocks: boolean; loading?: Turn['loading']; trace?: Turn['trace'] },
  ): Promise<void> {
    const beganMs = performance.now();
    const trace = how.trace ?? this.#traced(batch);
    try {
      const commit = () => this.#commit(batch, how);
      this.#results.push(await (trace === undefined ? commit() : trace.within(commit)));
      trace?.end();
      this.#options.onBatch?.(batch.length, performance.now() - beganMs);
    } catch (error) {
      trace?.end(error as Error);
      await this.#recover(batch, {
        attempt: how.attempt,
        waitForLocks: how.waitForLocks,
        error: error as Error & { code?: string },
      });
    }
  }

  async #commit(
    batch: readonly Waiting[],
    how: { waitForLocks: boolean; loading?: Turn['loading'] },
  ): Promise<BatchResult> {
    const connection = await this.#connected();
    const loaded = await (how.loading ?? load(connection, batch, this.#loadOptions(how.waitForLocks)));
    this.#aheadMs = aheadOf(loaded.found.heads);
    await this.#ids.reserve(connection, batch.length * IDS_PER_COMMAND + IDS_PER_BATCH);
    const { signReceipts, records } = this.#options;
    return runBatch(connection, { batch, loaded, slot: this.#slot, signReceipts, records });
  }

  #traced(batch: readonly Waiting[]): BatchTrace | undefined {
    return this.#options.tracing?.batch(batch.flatMap(({ place }) => (place === undefined ? [] : [place])));
  }

  #loadOptions(waitForLocks: boolean): LoadOptions {
    return {
      slot: this.#slot,
      newId: () => this.#ids.next(),
      waitForLocks,
      lockSql: this.#options.lockSql,
      wallNow: this.#options.nowMs,
      firingLagMaxMs: this.#options.firingLagMaxMs,
      ownEpoch: this.#options.ownEpoch ?? (() => undefined),
      lagging: this.#options.lagging ?? (() => false),
      closed: this.#options.closed ?? (() => false),
    };
  }

  /** Returns commands whose book is locked by another transaction to the head of the queue, before new ones are taken. */
  #defer(deferred: readonly Waiting[]): void {
    if (deferred.length === 0) return;
    const nowMs = this.#options.nowMs();
    for (const waiting of deferred) waiting.lockedSinceMs ??= nowMs;
    this.#queue.putBack(deferred);
  }

  #answer(result: BatchResult): void {
    for (const { waiting, outcome } of result.answered) waiting.resolve(outcome);
    for (const { waiting, error } of result.failed) {
      this.#options.log(`commands: failed to execute ${waiting.submission.command.name}`, error);
      waiting.reject(error);
    }
    try {
      if (result.publications.length > 0) this.#options.onCommitted?.(result.publications);
      if (result.armed) this.#options.onArmed?.();
    } catch (error) {
      // The batch has been committed and answered. Devices detect the missed events by the state number.
      this.#options.log('commands: failed to publish committed changes', error);
    }
  }

  /**
   * After a failure, either no effect was written or the outcome of the commit is unknown. Repeating the batch is correct in both
   * cases, because a command that was committed gets its stored answer. A batch that contains invalid data or takes too long is
   * split in half repeatedly, until only the offending command fails or every part is fast enough.
   */
  async #recover(
    batch: readonly Waiting[],
    failure: {
      attempt: number;
      waitForLocks: boolean;
      error: Error & { code?: string; constraint?: string };
    },
  ): Promise<void> {
    const { error, attempt } = failure;
    for (const waiting of batch) waiting.tried = true;
    const lost = !(await this.#rolledBack());
    // If the connection was lost, the commit may have succeeded, so the receipts of the batch may be valid whatever fails later.
    for (const waiting of batch) {
      if (lost) waiting.unsure = true;
      else if (waiting.unsure !== true) delete waiting.submission.order?.receipt;
    }
    const code = error.code ?? '';
    this.#options.onBatchFailed?.(code);
    const drawnUpon = error.constraint === DRAWN_UPON;
    const tooLong = (error.constraint === READ_JUST_NOW || TOOK_TOO_LONG.has(code)) && batch.length > 1;
    const isLate =
      batch.length === 1 &&
      (IN_TIME.test(error.constraint ?? '') ||
        (code === CHECK_VIOLATION && !lost && (await this.#isSetForward())));
    const transient = drawnUpon || RETRYABLE.test(code) || !/^[0-9A-Z]{5}$/.test(code);
    if (tooLong && (lost || TOOK_TOO_LONG.has(code)))
      this.#options.log('commands: a batch took too long (retrying each half)', error);
    if (lost) {
      if (!tooLong) this.#options.log(LOST, error);
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
    if (tooLong) return this.#halve(batch);
    if (lost) return this.#process(batch, { attempt });
    if ((transient || isLate) && attempt < this.#options.limits.attemptsMax)
      return this.#process(batch, { attempt: attempt + 1 });
    if (transient) {
      this.#options.log(
        `commands: failed to commit a batch of ${batch.length} commands after ${this.#options.limits.attemptsMax} retries`,
        error,
      );
      for (const waiting of batch) waiting.resolve(refuse('busy'));
      return;
    }
    if (batch.length === 1) {
      const [waiting] = batch as [Waiting];
      if (error.constraint === REACHED_FIRST) return waiting.resolve(refuse('busy'));
      this.#options.log(`commands: the database rejected ${waiting.submission.command.name}`, error);
      waiting.reject(error);
      return;
    }
    return this.#halve(batch);
  }

  /**
   * Whether a demo's clock was set forward after the batch was decided. If so, the batch's times are outdated, and it
   * must be decided again.
   */
  async #isSetForward(): Promise<boolean> {
    try {
      return (await readClock(await this.#connected())).aheadMs !== this.#aheadMs;
    } catch {
      // The next attempt meets the lost connection as well, and handles it.
      return true;
    }
  }

  async #halve(batch: readonly Waiting[]): Promise<void> {
    const middle = batch.length >> 1;
    await this.#process(batch.slice(0, middle), { attempt: 0 });
    await this.#process(batch.slice(middle), { attempt: 0 });
  }

  /** Rolls back the open transaction. Returns false if the connection was lost and has been dropped. */
  async #rolledBack(): Promise<boolean> {
    const connection = this.#connection;
    if (connection === undefined) return false;
    try {
      await connection.query('rollback');
      return true;
    } catch {
      this.#connection = undefined;
      connection.release(true);
      return false;
    }
  }

  #dropExpired(batch: readonly Waiting[]): readonly Waiting[] {
    const nowMs = this.#options.nowMs();
    return batch.filter((waiting) => {
      if (nowMs <= waiting.submission.deadlineMs) return true;
      waiting.resolve(refuse('busy'));
      return false;
    });
  }

  /**
   * Selects the slot in which the database changes the counters for the rows that a batch writes. Also forces generic plans: for
   * short lists, PostgreSQL would otherwise plan most statements again in every batch, which takes longer than executing them.
   */
  async #setUp(connection: Connection): Promise<void> {
    await connection.query(
      `select set_config('candor.slot', $1, false), set_config('plan_cache_mode', 'force_generic_plan', false)`,
      [String(this.#slot)],
    );
  }

  async #connected(): Promise<Connection> {
    if (this.#connection === undefined) {
      const connection = await this.#options.pool.connect();
      try {
        if (!isShared(connection)) await this.#setUp(connection);
      } catch (error) {
        connection.release(true);
        throw error;
      }
      this.#connection = connection;
    }
    return this.#connection;
  }
}
