/**
 * The executor. Commands that arrive while a batch commits form the next batch, which runs on any free lane. A lone command runs
 * without delay, and a thousand commands share one fsync.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../db/pool.ts';
import type { RecordedCommands } from './batch-notes.ts';
import type { Submission, SubmissionOutcome } from './command.ts';
import type { Publication } from './facts.ts';
import { Lane } from './lane.ts';
import { CommandQueue } from './queue.ts';
import type { QueueLimits, Waiting } from './queue.ts';
import type { SignReceipts } from './receipts.ts';

export type ExecutorOptions = {
  readonly pool: Pool;
  /** The slots of the house accounts that belong to this process, from 0 to 15, one per lane. */
  readonly slots: readonly number[];
  readonly limits: QueueLimits & {
    readonly laneBatchMin: number;
    readonly lockedBookMs: number;
    readonly attemptsMax: number;
  };
  readonly nowMs: () => number;
  /**
   * SQL that takes another lock. Every batch runs it right after locking its books, so that it locks no house account while it
   * waits.
   */
  readonly lockSql?: string;
  /**
   * If set, each batch reads in its transaction how far the leader's firings are behind, in milliseconds. Above this value,
   * market orders and changes of orders for the symbol must wait. If absent, only `lagging` decides.
   */
  readonly firingLagMaxMs?: number;
  /** Returns the epoch in which this process leads, if it does. While that is the current epoch, `lagging` decides. */
  readonly ownEpoch?: () => bigint | undefined;
  /** Whether a symbol's firings are behind according to this process's own engine. */
  readonly lagging?: (symbol: string) => boolean;
  /** Whether the published terms allow no new orders for a symbol at the given wall-clock time (ms). */
  readonly closed?: (symbol: string, wallMs: number) => boolean;
  /** Signs the receipts of orders; if absent, orders get none. */
  readonly signReceipts?: SignReceipts;
  /**
   * The commands that are recorded with their facts, so that they can be decided again elsewhere. If absent, none is recorded.
   */
  readonly records?: RecordedCommands;
  readonly onCommitted?: (publications: readonly Publication[]) => void;
  /** Called after a row was armed or disarmed, so that the engine reads it immediately instead of at the next interval. */
  readonly onArmed?: () => void;
  /** Traces commands and batches for whoever runs the platform. */
  readonly tracing?: CommandTracing | undefined;
  /** Called for each committed batch with its size and the time since its first query. */
  readonly onBatch?: (commands: number, ms: number) => void;
  /** Called for each failed batch with its SQLSTATE, which is empty if the connection was lost. */
  readonly onBatchFailed?: (code: string) => void;
  readonly log: (message: string, error?: unknown) => void;
};

/** The data that a trace shows of commands. A place is the position of the command in its trace. */
export type CommandTracing = {
  command(name: string): { readonly place: object; readonly end: (outcome: string) => void };
  batch(places: readonly object[]): BatchTrace;
};
export type BatchTrace = {
  within<Result>(work: () => Result): Result;
  end(error?: Error): void;
};

export class Executor {
  readonly #options: ExecutorOptions;
  readonly #queue: CommandQueue;
  readonly #lanes: readonly Lane[];
  #woken = false;
  #closing = false;

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#queue = new CommandQueue(options.limits);
    this.#lanes = options.slots.map(
      (slot) =>
        new Lane(options, {
          queue: this.#queue,
          slot,
          mayBegin: (lane) => this.#mayBegin(lane),
          onStuck: () => this.#wake(),
        }),
    );
  }

  /** The number of commands that no lane has taken yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Queues a command. Resolves with the answer once the command's transaction is durable, or with a refusal. */
  submit<Input, Answer, Code extends string>(
    submission: Submission<Input, Answer, Code>,
  ): Promise<SubmissionOutcome<Answer, Code>> {
    const nowMs = this.#options.nowMs();
    const refusal = this.#closing
      ? 'busy'
      : submission.urgent === true
        ? undefined
        : this.#queue.refusal(submission.book, nowMs);
    if (refusal !== undefined) return Promise.resolve(refuse(refusal));
    const traced = this.#options.tracing?.command(submission.command.name);
    const answered = new Promise<SubmissionOutcome<Answer, Code>>((resolve, reject) => {
      this.#queue.add({
        submission: submission as unknown as Waiting['submission'],
        resolve: resolve as (outcome: unknown) => void,
        reject,
        queuedMs: nowMs,
        ...(traced === undefined ? {} : { place: traced.place }),
      });
      this.#wake();
    });
    if (traced !== undefined) {
      answered.then(
        (outcome) => traced.end(outcome.ok ? 'ok' : outcome.refusal.code),
        () => traced.end('failed'),
      );
    }
    return answered;
  }

  /** Refuses new commands, completes the queued ones, and releases the connections. */
  async close(): Promise<void> {
    this.#closing = true;
    do {
      await new Promise<void>((resolve) => setImmediate(resolve));
      for (const lane of this.#lanes) await lane.ended;
    } while (this.#woken || this.#queue.length > 0);
    for (const lane of this.#lanes) lane.close();
  }

  #wake(): void {
    if (this.#woken) return;
    this.#woken = true;
    // Waits for the end of this turn of the event loop, so that all commands that arrive in it join the batch.
    setImmediate(() => {
      this.#woken = false;
      for (const lane of this.#lanes) if (!lane.busy && this.#mayBegin(lane)) lane.start();
    });
  }

  /**
   * Whether a lane may start processing queued commands. If another lane is making progress, it may only if enough commands are
   * queued.
   */
  #mayBegin(lane: Lane): boolean {
    const waiting = this.#queue.length;
    if (waiting >= this.#options.limits.laneBatchMin) return true;
    return waiting > 0 && this.#lanes.every((other) => other === lane || !other.advances);
  }
}
