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
type Lost = Pick<Told, 'kind' | 'book' | 'row'>;

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
  /** What is to be read, and from when on. */
  readonly #lost = new Map<string, { readonly kind: string; readonly dueMs: number }>();
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

  /** What a row waits for by itself is read soon, or later where it was read just now, and told to the engine in place of what it had. */
  recover(lost: Lost): void {
    const key = keyOf(lost);
    const readMs = this.#readMs.get(key);
    const dueMs = readMs === undefined ? -Infinity : readMs + SAME_AGAIN_MS;
    this.#lost.set(key, { kind: lost.kind, dueMs });
    this.#readSoon();
  }

  /** The same of whatever a row waits for. */
  recoverAll({ book, row }: Pick<Lost, 'book' | 'row'>): void {
    for (const { kind } of this.#options.sources) this.recover({ kind, book, row });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#reading, ...this.#keeping]);
  }

  /** One after the other: of a million rows a read takes longer than a turn. */
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
      onTrouble('what went astray cannot be read', error);
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
