/** What waits for the tape: it queues while a batch is on its way to the database, and goes with the next. */
import type { Waiting } from './tape-prepare.ts';

/** A batch stays below this, so that a fast replay does not hand its listeners a minute's work at once. */
const BATCH_ENTRIES_MAX = 1000;

export type TapeQueueOptions = {
  /** Whether this process leads; while it does not, what waits stays. */
  readonly mayWrite: () => boolean;
  /** Writes a batch and answers those who wait for it. */
  readonly write: (taken: readonly Waiting[]) => Promise<void>;
};

export type TapeQueue = {
  length(): number;
  add(item: Waiting): void;
  hasGap(symbol: string): boolean;
  /** Drops what waits, since nobody was told of it; resolves once nothing is on its way either. */
  drop(): Promise<void>;
};

export function createTapeQueue({ mayWrite, write }: TapeQueueOptions): TapeQueue {
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0 && mayWrite()) {
      const taken = waiting.slice(0, BATCH_ENTRIES_MAX);
      waiting = waiting.slice(taken.length);
      await write(taken);
    }
  };
  const wake = (): void => {
    // The next turn of the event loop, so that quotes arriving together travel together.
    flushing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(flush).finally(() => {
      flushing = undefined;
      if (waiting.length > 0 && mayWrite()) wake();
    });
  };

  return {
    length: () => waiting.length,
    add: (item) => {
      waiting.push(item);
      wake();
    },
    hasGap: (symbol) => waiting.some((item) => 'gap' in item && item.symbol === symbol),
    drop: async () => {
      for (const item of waiting) if ('done' in item) item.done(false);
      waiting = [];
      await flushing;
    },
  };
}
