/** The queue in front of the tape. Items that arrive while a batch is being written go into the next one. */
import type { Waiting } from './tape-prepare.ts';

/** The maximum size of a batch. It keeps a fast replay from delivering a minute's work to its listeners in one step. */
const BATCH_ENTRIES_MAX = 1000;

export type TapeQueueOptions = {
  /** Whether this process leads. If it doesn't, items stay in the queue. */
  readonly mayWrite: () => boolean;
  readonly write: (taken: readonly Waiting[]) => Promise<void>;
};

export type TapeQueue = {
  length(): number;
  add(item: Waiting): void;
  hasGap(symbol: string): boolean;
  /** Drops the queued items. No listener has been notified of them. Resolves once nothing is in flight. */
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
    // Flushes in the next turn of the event loop, so that quotes that arrive together are written together.
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
