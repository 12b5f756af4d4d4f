/**
 * Sets aside announcements that contradict their rows. The engine trusts announcements when they arrive, so a false one makes it
 * fire or forget a row wrongly. When the engine detects the contradiction, it stores the false announcement for the audit.
 * Because the false announcement replaced the true one, the engine then rereads the trigger from the row.
 */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { FiredTrigger, TriggerSource } from '../commands/trigger-source.ts';
import type { Pool } from '../db/pool.ts';
import { keepSetAside, readTriggers } from './store.ts';
import type { SetAside } from './store.ts';

type Told = Pick<FiredTrigger, 'kind' | 'book' | 'row' | 'version' | 'symbol'>;
type Lost = Pick<Told, 'kind' | 'book' | 'row'>;

export type AstrayOptions = {
  readonly pool: Pool;
  readonly sources: readonly TriggerSource[];
  readonly announce: (trigger: Trigger) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** One read returns all rows of a kind, so the rows to reread are collected for this long and read together. */
const READ_EVERY_MS = 1000;
/**
 * The shortest interval between two rereads of a row that is announced falsely again and again, because of a bug or an attack.
 */
const SAME_AGAIN_MS = 60_000;
/** The number of remembered rereads above which they are all forgotten. */
const REMEMBERED_MAX = 10_000;

export class Astray {
  readonly #options: AstrayOptions;
  readonly #lost = new Map<string, { readonly kind: string; readonly dueMs: number }>();
  readonly #readMs = new Map<string, number>();
  readonly #keeping = new Set<Promise<void>>();
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: AstrayOptions) {
    this.#options = options;
  }

  /** Records what was set aside, for the audit and the operators. */
  keep(told: Told, text: string, why: SetAside = 'false'): void {
    const { pool, onTrouble } = this.#options;
    const keeping = keepSetAside(pool, told, { why, told: text })
      .catch((error: unknown) =>
        onTrouble(`engine: failed to record that ${told.kind} ${told.row} was set aside`, error),
      )
      .finally(() => this.#keeping.delete(keeping));
    this.#keeping.add(keeping);
  }

  /**
   * Schedules a reread of the row's trigger: soon, or later if the row was reread recently. The result replaces the trigger
   * that the engine held.
   */
  recover(lost: Lost): void {
    const key = keyOf(lost);
    const readMs = this.#readMs.get(key);
    const dueMs = readMs === undefined ? -Infinity : readMs + SAME_AGAIN_MS;
    this.#lost.set(key, { kind: lost.kind, dueMs });
    this.#readSoon();
  }

  recoverAll({ book, row }: Pick<Lost, 'book' | 'row'>): void {
    for (const { kind } of this.#options.sources) this.recover({ kind, book, row });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#reading, ...this.#keeping]);
  }

  /** Only one read runs at a time, because a read of a million rows takes longer than the interval. */
  #readSoon(): void {
    if (this.#stopped || this.#lost.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#reading = this.#read().finally(() => {
        this.#timer = undefined;
        this.#readSoon();
      });
    }, READ_EVERY_MS);
  }

  async #read(): Promise<void> {
    const { pool, sources, announce, nowMs, onTrouble } = this.#options;
    const startedMs = nowMs();
    const due = new Map([...this.#lost].filter(([, { dueMs }]) => dueMs <= startedMs));
    if (due.size === 0) return;
    for (const key of due.keys()) this.#lost.delete(key);
    const kinds = new Set([...due.values()].map(({ kind }) => kind));
    const found: Trigger[] = [];
    try {
      await readTriggers(
        pool,
        sources.filter(({ kind }) => kinds.has(kind)),
        (trigger) => {
          if (due.has(keyOf(trigger))) found.push(trigger);
        },
      );
    } catch (error) {
      onTrouble('engine: failed to reread rows that did not fire (retrying)', error);
      for (const [key, lost] of due) this.#lost.set(key, lost);
      return;
    }
    if (this.#readMs.size + due.size >= REMEMBERED_MAX) this.#readMs.clear();
    for (const key of due.keys()) this.#readMs.set(key, startedMs);
    if (!this.#stopped) for (const trigger of found) announce(trigger);
  }
}

function keyOf({ kind, book, row }: Lost): string {
  return `${kind}/${book}/${row}`;
}
