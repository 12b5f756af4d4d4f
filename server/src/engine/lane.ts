/**
 * Evaluates one symbol. Entries arrive in tape order. A trigger announced late is first compared with the entries that it
 * missed; recent entries are kept in memory, so this seldom needs the database.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { extremeSince, firstFiring, isTrailing } from '@candor/domain/trading/trigger.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Past, SeqRange } from './missed.ts';
import { keyOf } from './price-index.ts';
import type { FiredTrigger } from '../commands/trigger-source.ts';

/**
 * Eight minutes of entries at four quotes a second. A transaction, whose announcement may be late, lasts at most three seconds.
 */
export const REMEMBERED_ENTRIES = 2048;

/** The part of the price index that a lane needs. The scanning oracle in the tests implements it too. */
export type TriggerIndex = {
  put(trigger: Trigger, extreme?: Amount): void;
  remove(row: Pick<Trigger, 'kind' | 'book' | 'row'>, version: number): void;
  match(entry: TapeEntry): readonly FiredTrigger[];
};

/** A change of a row's level, as announced in the inbox; a null level removes the trigger. */
export type Announcement = Omit<Trigger, 'level'> & { readonly level: bigint | null };

export type Firing = { readonly trigger: FiredTrigger; readonly entry: TapeEntry };

export class Lane {
  readonly #index: TriggerIndex;
  #evaluatedSeq: bigint;
  /** A ring buffer: an entry is stored at its seq modulo the buffer's length. */
  readonly #recent: TapeEntry[] = [];
  #remembered = 0;

  constructor(index: TriggerIndex, evaluatedSeq: bigint) {
    this.#index = index;
    this.#evaluatedSeq = evaluatedSeq;
  }

  get evaluatedSeq(): bigint {
    return this.#evaluatedSeq;
  }

  /** Evaluates the next entry. Throws if the caller skips an entry. */
  enter(entry: TapeEntry): readonly Firing[] {
    if (entry.seq !== this.#evaluatedSeq + 1n) {
      throw new Error(`${entry.symbol}: expected the entry after ${this.#evaluatedSeq}, got ${entry.seq}`);
    }
    const fired = this.#index.match(entry);
    this.#evaluatedSeq = entry.seq;
    this.#recent[ringIndex(entry.seq)] = entry;
    this.#remembered = Math.min(this.#remembered + 1, REMEMBERED_ENTRIES);
    return fired.map((trigger) => ({ trigger, entry }));
  }

  /**
   * Returns the range of entries that an announcement has missed and that are no longer in memory, if any. For a trailing
   * trigger, the range includes its arming entry.
   */
  forgotten({ level, condition, armedSeq }: Announcement): SeqRange | undefined {
    const firstSeq = isTrailing(condition) && armedSeq > 0n ? armedSeq : armedSeq + 1n;
    if (level === null || firstSeq >= this.#oldestRecent) return undefined;
    return { firstSeq, lastSeq: this.#oldestRecent - 1n };
  }

  /**
   * Compares an announced trigger with the entries that it missed, and indexes it if it still waits. `past` is the result for
   * the entries that are no longer in memory.
   */
  announce(announcement: Announcement, past: Past = {}): Firing | undefined {
    this.#index.remove(announcement, announcement.version);
    const { level } = announcement;
    if (level === null) return undefined;
    const trigger: Trigger = { ...announcement, level };
    const missed = this.#recentFrom(trigger.armedSeq);
    const entry = past.entry ?? firstFiring(trigger, missed, past.extreme);
    if (entry !== undefined) return { trigger: { ...trigger, key: keyOf(trigger) }, entry };
    this.#index.put(trigger, extremeSince(trigger, missed, past.extreme));
    return undefined;
  }

  get #oldestRecent(): bigint {
    return this.#evaluatedSeq - BigInt(this.#remembered) + 1n;
  }

  #recentFrom(seq: bigint): TapeEntry[] {
    const entries: TapeEntry[] = [];
    for (let at = max(this.#oldestRecent, seq); at <= this.#evaluatedSeq; at += 1n) {
      entries.push(this.#recent[ringIndex(at)]!);
    }
    return entries;
  }
}

function ringIndex(seq: bigint): number {
  return Number(seq % BigInt(REMEMBERED_ENTRIES));
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
