/** The bounded queues in front of the lanes: the engine's firings first, then customers' commands in order of arrival. */
import type { Submission } from './command.ts';

export type Waiting = {
  readonly submission: Submission<unknown, unknown, string>;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly queuedMs: number;
  /** When the command's book was first found to be locked by another transaction. The wait is limited from then on. */
  lockedSinceMs?: number;
  /**
   * Whether the command was part of a batch that failed or whose commit is uncertain, so that its answer may already be stored.
   */
  tried?: boolean;
  /**
   * Whether a commit that included the command has an unknown outcome. For an order without a key, the answer can then be found
   * only by its receipt.
   */
  unsure?: boolean;
  /** The command's position in its trace, if it is traced. */
  readonly place?: object;
  /** Whether the command must be decided in a batch during which no other batch raises a tally. */
  alone?: boolean;
};

export type QueueLimits = {
  readonly batchMax: number;
  readonly batchBookMax: number;
  readonly batchBookRoomMax: number;
  readonly waitingBookMax: number;
  readonly waitingMax: number;
  readonly oldestMs: number;
};

export class CommandQueue {
  readonly #limits: QueueLimits;
  readonly #urgent: Waiting[] = [];
  #waiting: Waiting[] = [];
  readonly #perBook = new Map<bigint, number>();
  /** Books with commands in a lane's current batch. Further commands for these books wait for the batch. */
  readonly #taken = new Set<bigint>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#urgent.length + this.#waiting.length;
  }

  /** Returns why a command can't be queued now, or undefined if it can. */
  refusal(book: bigint, nowMs: number): 'too_many_requests' | 'busy' | undefined {
    if ((this.#perBook.get(book) ?? 0) >= this.#limits.waitingBookMax) return 'too_many_requests';
    if (this.#waiting.length >= this.#limits.waitingMax) return 'busy';
    const oldest = this.#waiting[0];
    if (oldest !== undefined && nowMs - oldest.queuedMs > this.#limits.oldestMs) return 'busy';
    return undefined;
  }

  add(waiting: Waiting): void {
    if (waiting.submission.urgent === true) {
      this.#urgent.push(waiting);
      return;
    }
    this.#waiting.push(waiting);
    const { book } = waiting.submission;
    this.#perBook.set(book, (this.#perBook.get(book) ?? 0) + 1);
  }

  /** Returns commands to the head of the queue in their original order. */
  putBack(commands: readonly Waiting[]): void {
    for (const waiting of commands) {
      if (waiting.submission.urgent !== true) {
        const { book } = waiting.submission;
        this.#perBook.set(book, (this.#perBook.get(book) ?? 0) + 1);
      }
    }
    this.#urgent.unshift(...commands.filter((waiting) => waiting.submission.urgent === true));
    this.#waiting = [...commands.filter((waiting) => waiting.submission.urgent !== true), ...this.#waiting];
  }

  /**
   * Takes the next batch: at most `batchMax` commands and, while others wait, at most `batchBookMax` of one book. If there is
   * still room, up to `batchBookRoomMax` of one book are taken. Firings come first and fill at most half of the batch. A second
   * command with the same key stays queued until the answer of the first one is stored.
   */
  take(): Waiting[] {
    const batch: Waiting[] = [];
    const counts = new Map<bigint, number>();
    const keys = new Set<string>();
    const admit =
      (bookMax: number) =>
      (waiting: Waiting): boolean => {
        const { book, key } = waiting.submission;
        if (this.#taken.has(book)) return false;
        const count = counts.get(book) ?? 0;
        const name = `${book} ${key}`;
        if (count >= bookMax || keys.has(name)) return false;
        counts.set(book, count + 1);
        keys.add(name);
        batch.push(waiting);
        return true;
      };
    const { batchMax, batchBookMax, batchBookRoomMax } = this.#limits;
    takeFrom(this.#urgent, batchMax / 2, admit(batchBookMax));
    takeFrom(this.#waiting, batchMax - batch.length, admit(batchBookMax));
    // Fills the batch with further commands of busy customers, which nobody else has to wait for and which would otherwise need
    // separate transactions.
    if (batch.length < batchMax) takeFrom(this.#waiting, batchMax - batch.length, admit(batchBookRoomMax));
    for (const { submission } of batch) {
      this.#taken.add(submission.book);
      if (submission.urgent !== true) this.#leave(submission.book);
    }
    return batch;
  }

  /** Marks the batch as finished, so that the next commands for its books may be taken. */
  release(batch: readonly Waiting[]): void {
    for (const { submission } of batch) this.#taken.delete(submission.book);
  }

  #leave(book: bigint): void {
    const left = (this.#perBook.get(book) ?? 1) - 1;
    if (left === 0) this.#perBook.delete(book);
    else this.#perBook.set(book, left);
  }
}

/** Moves up to `max` admitted commands out of a queue. The others keep their place and order. */
function takeFrom(queue: Waiting[], max: number, admit: (waiting: Waiting) => boolean): void {
  const kept: Waiting[] = [];
  const held = new Set<bigint>();
  let taken = 0;
  let at = 0;
  for (; at < queue.length && taken < max; at += 1) {
    const waiting = queue[at] as Waiting;
    // Once a book exceeds its share, its later commands wait too, so that the order within the book is preserved.
    const { book } = waiting.submission;
    if (held.has(book) || !admit(waiting)) {
      held.add(book);
      kept.push(waiting);
    } else {
      taken += 1;
    }
  }
  queue.splice(0, at, ...kept);
}
