/**
 * Finds rows that an entry reached more than a minute ago but that did not fire, using only rows and tape. The engine may lack
 * such rows because of a false announcement, or because a false position that was saved while the engine was down skipped their
 * entries. Each row that is found is reread and fires at the entry that reached it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../db/pool.ts';
import { readLeftUnfired } from './store.ts';
import type { LeftUnfiredRow } from './store.ts';

export type LeftUnfiredOptions = {
  readonly pool: Pool;
  readonly onLeft: (row: LeftUnfiredRow) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

const EVERY_MS = 60_000;
/** Each search reads all waiting rows, so the pause after a search is this multiple of the search's duration. */
const RESTS_TIMES = 20;

export class LeftUnfired {
  readonly #options: LeftUnfiredOptions;
  /** The number of consecutive searches that found each row. */
  #left: ReadonlyMap<string, number> = new Map();
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeftUnfiredOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { nowMs, onTrouble } = this.#options;
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const startedMs = nowMs();
      try {
        this.#take(await readLeftUnfired(this.#options.pool, signal));
      } catch (error) {
        if (!signal.aborted) onTrouble('engine: failed to read unfired rows (retrying)', error);
      }
      const restMs = Math.max(EVERY_MS, (nowMs() - startedMs) * RESTS_TIMES);
      await delay(restMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** A row that is found repeatedly is reread at increasing intervals. */
  #take(rows: readonly LeftUnfiredRow[]): void {
    const { onLeft, onTrouble } = this.#options;
    const left = new Map(rows.map((row) => [row.told, (this.#left.get(row.told) ?? 0) + 1]));
    this.#left = left;
    for (const row of rows) {
      const times = left.get(row.told)!;
      if (times === 1)
        onTrouble('engine: found a row that should have fired (rereading it)', new Error(row.told));
      if (Number.isInteger(Math.log2(times))) onLeft(row);
    }
  }
}
