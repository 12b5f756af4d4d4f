/**
 * What an entry reached a while ago and nothing fired, as the database finds it by rows and tape alone. The engine may have been told to
 * forget it, or told falsely how far everything was handled while it was down; a start would go on behind the entry. Each such row is read
 * again, and fires at the entry that reached it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../db/pool.ts';
import { readLeftUnfired } from './store.ts';
import type { LeftUnfiredRow } from './store.ts';

export type LeftUnfiredOptions = {
  readonly pool: Pool;
  /** A row to be read again. */
  readonly onLeft: (row: LeftUnfiredRow) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

const EVERY_MS = 60_000;
/** All rows that wait are looked at: where they are many, the database has the rest of the time for itself. */
const RESTS_TIMES = 20;

export class LeftUnfired {
  readonly #options: LeftUnfiredOptions;
  /** How often in a row each was left. */
  #left: ReadonlyMap<string, number> = new Map();
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeftUnfiredOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Hangs up on what is being read. */
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
        if (!signal.aborted) onTrouble('what was left unfired cannot be read', error);
      }
      const restMs = Math.max(EVERY_MS, (nowMs() - startedMs) * RESTS_TIMES);
      await delay(restMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** What stays left however often it is read is read ever more seldom. */
  #take(rows: readonly LeftUnfiredRow[]): void {
    const { onLeft, onTrouble } = this.#options;
    const left = new Map(rows.map((row) => [row.told, (this.#left.get(row.told) ?? 0) + 1]));
    this.#left = left;
    for (const row of rows) {
      const times = left.get(row.told)!;
      if (times === 1) onTrouble('a row is read again', new Error(row.told));
      if (Number.isInteger(Math.log2(times))) onLeft(row);
    }
  }
}
