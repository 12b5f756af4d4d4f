/**
 * Writes the tape. Quotes that arrive while a batch is being written go into the next one, and no listener is notified of an
 * entry before it is durable. Only the leader writes. A leader that was replaced detects this when it writes.
 */
import type { GapCause, Quote, TapeEntry } from '@candor/domain/market/quote.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import type { LatestQuotes } from './latest.ts';
import type { Prepared, PrepareOptions } from './tape-prepare.ts';
import { prepare } from './tape-prepare.ts';
import { createTapeQueue } from './tape-queue.ts';
import type { Head } from './tape-store.ts';
import { latestOf, readHeads } from './tape-store.ts';
import { FencedError, takeHeads, writeBatch } from './tape-write.ts';

const RETRY_AFTER_MS = 100;

export type EntriesListener = (entries: readonly TapeEntry[]) => void;

export type Tape = {
  /**
   * Queues quotes that the gate accepted. Resolves with true once they are durable, or with false if this process no longer leads
   * or a quote's market closed before the quote was written.
   */
  append(quotes: readonly Quote[]): Promise<boolean>;
  /**
   * Appends an entry that states why there is no quote, and halts the symbol until its next quote. The entry has the time of the
   * rejected quote, if known, so that later quotes keep their feed times.
   */
  halt(symbol: string, cause: GapCause, heardMs?: number): void;
  /** Appends a gap entry, unless the symbol has been quoted by the time the entry would be written. */
  gap(symbol: string): void;
  /** Subscribes to entries, which are delivered once they are durable, in tape order. Returns a function that unsubscribes. */
  onEntries(listener: EntriesListener): () => void;
  lead(epoch: bigint, symbols: readonly string[]): Promise<ReadonlyMap<string, Head>>;
  /** Stops writing and drops the queue. No listener has been notified of the dropped items. */
  follow(): Promise<void>;
  head(symbol: string): Head | undefined;
  /** Notifies this process's listeners of entries that another process wrote. */
  publish(entries: readonly TapeEntry[]): void;
};

export type TapeOptions = PrepareOptions & {
  readonly pool: Pool;
  readonly latest: LatestQuotes;
  readonly onFenced: () => void;
  readonly report: (text: string) => void;
};

/** The state with which a leading process writes. A process without an epoch writes nothing. */
type Standing = { epoch: bigint | undefined; heads: Map<string, Head> };

/** Creates a writer. It writes nothing until `lead` is called. */
export function createTape(options: TapeOptions): Tape {
  const { pool, latest } = options;
  const standing: Standing = { epoch: undefined, heads: new Map() };
  const { publish, onEntries } = createListeners(options.report);
  const show = (shown: readonly Head[]): void => {
    for (const head of shown) if (head.seq > 0n) latest.set(latestOf(head));
  };
  const queue = createTapeQueue({
    mayWrite: () => standing.epoch !== undefined,
    write: async (taken) => {
      const prepared = prepare(taken, standing.heads, options);
      const durable = await writeDurably(standing, prepared, options);
      if (durable) {
        const changed = prepared.heads.map(({ head }) => head);
        for (const head of changed) standing.heads.set(head.symbol, head);
        show(changed);
        if (prepared.entries.length > 0) publish(prepared.entries);
      }
      for (const item of taken) if ('done' in item) item.done(durable && !prepared.tooLate.has(item));
    },
  });

  return {
    append: async (quotes) => {
      if (standing.epoch === undefined || queue.length() + quotes.length > LIMITS.market.tapeQuotesWaitingMax)
        return false;
      const results = quotes.map((quote) => new Promise<boolean>((done) => queue.add({ quote, done })));
      return (await Promise.all(results)).every((durable) => durable);
    },
    halt: (symbol, cause, heardMs) => {
      if (standing.epoch !== undefined) queue.add({ symbol, cause, heardMs });
    },
    gap: (symbol) => {
      if (standing.epoch !== undefined && !queue.hasGap(symbol)) queue.add({ symbol, gap: true });
    },
    onEntries,
    lead: async (taken, symbols) => {
      const stored = await takeHeads(pool, taken, symbols);
      standing.heads = new Map(stored.map((head) => [head.symbol, head]));
      standing.epoch = taken;
      show(stored);
      return standing.heads;
    },
    follow: async () => {
      standing.epoch = undefined;
      await queue.drop();
    },
    head: (symbol) => standing.heads.get(symbol),
    publish,
  };
}

function createListeners(report: (text: string) => void): Pick<Tape, 'publish' | 'onEntries'> {
  const listeners = new Set<EntriesListener>();
  return {
    publish: (entries) => {
      for (const listener of listeners) {
        try {
          listener(entries);
        } catch (error) {
          // A failing listener must neither stop the tape nor keep entries from other listeners.
          report(`tape: a listener failed: ${(error as Error).stack ?? String(error)}`);
        }
      }
    },
    onEntries: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Retries until a batch is in the database. Returns false once this process no longer leads. */
async function writeDurably(
  standing: Standing,
  prepared: Prepared,
  { pool, onFenced, report }: TapeOptions,
): Promise<boolean> {
  let inDoubt = false;
  while (standing.epoch !== undefined) {
    const mine = standing.epoch;
    try {
      await writeBatch(pool, mine, prepared);
      return true;
    } catch (error) {
      if (inDoubt && (await landed(pool, prepared))) return true;
      if (error instanceof FencedError) {
        if (standing.epoch === mine) standing.epoch = undefined;
        onFenced();
        return false;
      }
      report(`tape: failed to write a batch (retrying): ${(error as Error).message}`);
      inDoubt = true;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      if (await landed(pool, prepared)) return true;
    }
  }
  return false;
}

/** Whether a batch whose commit was in doubt has been written. */
async function landed(pool: Pool, prepared: Prepared): Promise<boolean> {
  try {
    const stored = new Map((await readHeads(pool)).map((head) => [head.symbol, head]));
    return prepared.heads.every(({ head }) => {
      const there = stored.get(head.symbol);
      return (
        there?.seq === head.seq && there.halted === head.halted && Buffer.compare(there.hash, head.hash) === 0
      );
    });
  } catch {
    // The database does not respond, so the outcome is still unknown. The caller retries the batch and then calls this function
    // again.
    return false;
  }
}
