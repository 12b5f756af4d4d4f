/**
 * What the engine was told and no row bears out. The engine takes announcements as they come and would fire, or forget, what a false one
 * says. Once that shows it is left aside, kept for the audit, and what the row waits for itself is read again, since the false
 * announcement has taken its place.
 */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { FiredTrigger, TriggerSource } from '../commands/trigger-source.ts';
import type { Pool } from '../db/pool.ts';
import { keepSetAside, readTriggers } from './store.ts';

type Told = Pick<FiredTrigger, 'kind' | 'book' | 'row' | 'version' | 'symbol'>;

export type AstrayOptions = {
  readonly pool: Pool;
  readonly sources: readonly TriggerSource[];
  readonly announce: (trigger: Trigger) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** All rows of a kind are read for one that went astray, so it is done for many at once. */
const READ_EVERY_MS = 1000;
/** A row that goes astray again and again, by a bug or by whoever keeps telling falsely, is read so seldom. */
const SAME_AGAIN_MS = 60_000;
/** Beyond as many it is forgotten which were read lately. */
const REMEMBERED_MAX = 10_000;

export class Astray {
  readonly #options: AstrayOptions;
  readonly #lost = new Map<string, string>();
  readonly #readMs = new Map<string, number>();
  readonly #keeping = new Set<Promise<void>>();
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: AstrayOptions) {
    this.#options = options;
  }

  /** Keeps for the audit what is left aside. */
  keep(told: Told, why: string): void {
    const { pool, onTrouble } = this.#options;
    const keeping = keepSetAside(pool, told, why)
      .catch((error: unknown) => onTrouble(`${told.kind} ${told.row} is left aside and not kept`, error))
      .finally(() => this.#keeping.delete(keeping));
    this.#keeping.add(keeping);
  }

  /** What a row waits for by itself is read soon, and told to the engine in place of what it had. */
  recover(told: Told): void {
    const key = keyOf(told);
    const readMs = this.#readMs.get(key);
    const nowMs = this.#options.nowMs();
    if (this.#stopped || (readMs !== undefined && nowMs - readMs < SAME_AGAIN_MS)) return;
    if (this.#readMs.size >= REMEMBERED_MAX) this.#readMs.clear();
    this.#readMs.set(key, nowMs);
    this.#lost.set(key, told.kind);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // One after the other: of a million rows a read takes longer than a turn.
      this.#reading = this.#reading.then(() => this.#read());
    }, READ_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#reading, ...this.#keeping]);
  }

  async #read(): Promise<void> {
    const { pool, sources, announce, onTrouble } = this.#options;
    const lost = new Map(this.#lost);
    this.#lost.clear();
    const kinds = new Set(lost.values());
    const found: Trigger[] = [];
    try {
      await readTriggers(
        pool,
        sources.filter(({ kind }) => kinds.has(kind)),
        (trigger) => {
          if (lost.has(keyOf(trigger))) found.push(trigger);
        },
      );
    } catch (error) {
      onTrouble('what went astray cannot be read', error);
      for (const key of lost.keys()) this.#readMs.delete(key);
    }
    if (!this.#stopped) for (const trigger of found) announce(trigger);
  }
}

function keyOf({ kind, book, row }: Pick<Told, 'kind' | 'book' | 'row'>): string {
  return `${kind}/${book}/${row}`;
}
