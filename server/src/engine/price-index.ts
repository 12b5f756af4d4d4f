/**
 * Holds in memory all triggers that wait for a price or a time. An entry finds the triggers that it fires without touching the
 * others. Levels are kept per symbol and condition, sorted so that the first to fire is last. A trigger's data is in columns
 * indexed by slot: a million triggers take about 90 MB, without an object per trigger.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { madeMs } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { isTrailing, TRIGGER_CONDITIONS } from '@candor/domain/trading/trigger.ts';
import type { Trigger, TrailingCondition, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { cappedInteger, exactInteger } from './exact-integer.ts';
import { LevelList } from './level-list.ts';
import type { FiredTrigger } from '../commands/trigger-source.ts';
import { MeldingHeaps } from './melding-heaps.ts';
import { grown, RowTable } from './row-table.ts';
import type { RowIdentity } from './row-table.ts';
import { TrailingList } from './trailing-list.ts';

/**
 * Converts a condition to a threshold that a falling number reaches. A level to be reached from above is unchanged; other levels,
 * times and distances are negated. A level that a double can't represent exactly is capped, which changes no comparison because
 * prices are below the cap.
 */
export function keyOf({ condition, level }: Pick<Trigger, 'condition' | 'level'>): number {
  const capped = cappedInteger(level);
  return condition.endsWith('_at_or_below') ? capped : -capped;
}

/** Returns the extreme of trailing triggers armed at an entry. */
export type ExtremeOf = (condition: TrailingCondition, armedSeq: number) => Amount;

const TRAILING_FROM = TRIGGER_CONDITIONS.indexOf('bid_falls_by');
const CLOCK = TRIGGER_CONDITIONS.indexOf('clock_at_or_after');

export class PriceIndex {
  readonly #rows = new RowTable();
  #key = new Float64Array(this.#rows.capacity);
  #armed = new Float64Array(this.#rows.capacity);
  /** The earliest quote time (ms) that may fire the trigger. */
  #since = new Float64Array(this.#rows.capacity);
  #version = new Uint32Array(this.#rows.capacity);
  #list = new Uint16Array(this.#rows.capacity);
  readonly #heaps = new MeldingHeaps(this.#rows.capacity, (slot) => this.#key[slot]!);
  /** A symbol's lists are adjacent, in the order of the conditions; `#symbols` holds the index of the first one. */
  readonly #lists: (LevelList | TrailingList)[] = [];
  readonly #symbols = new Map<string, number>();
  readonly #found: number[] = [];
  /** The price that each trailing trigger found was waiting for, as a key. */
  readonly #levels = new Map<number, number>();

  get size(): number {
    return this.#rows.size;
  }

  /**
   * Adds a trigger, or moves it if its version is newer than the one held. An older version changes nothing. A trailing trigger
   * needs its extreme if its arming entry has already been matched; otherwise, it waits for that entry or for `begin`.
   */
  put(trigger: Trigger, extreme?: Amount): void {
    const sizeBefore = this.#rows.size;
    const slot = this.#rows.obtain(trigger);
    if (this.#key.length < this.#rows.capacity) this.#growTo(this.#rows.capacity);
    if (this.#rows.size === sizeBefore) {
      if (trigger.version <= this.#version[slot]!) return;
      this.#unlist(slot);
    }
    const condition = TRIGGER_CONDITIONS.indexOf(trigger.condition);
    const number = this.#firstListOf(trigger.symbol) + condition;
    this.#key[slot] = keyOf(trigger);
    this.#armed[slot] = exactInteger(trigger.armedSeq);
    this.#since[slot] = trigger.sinceMs ?? -Infinity;
    this.#version[slot] = trigger.version;
    this.#list[slot] = number;
    const list = this.#lists[number]!;
    if (list instanceof LevelList) list.add(this.#key[slot], slot);
    else list.add(slot, extreme === undefined ? undefined : sideOf(trigger.condition, extreme));
  }

  /** Removes a trigger, unless the version held is newer. */
  remove(row: RowIdentity, version: number): void {
    const slot = this.#rows.find(row);
    if (slot !== -1 && this.#version[slot]! <= version) this.#take(slot);
  }

  /** The earliest time (ms) that any trigger of a symbol waits for, even before the symbol's first price. */
  clockOf(symbol: string): number | undefined {
    const first = this.#symbols.get(symbol);
    if (first === undefined) return undefined;
    const key = (this.#lists[first + CLOCK] as LevelList).highest;
    return key === undefined ? undefined : -key;
  }

  /** The arming entries for which `begin` will need extremes, up to a given entry, ascending. */
  armedUpTo(symbol: string, seq: bigint): number[] {
    const armed = new Set(this.#trailingOf(symbol).flatMap(({ list }) => list.armedUpTo(exactInteger(seq))));
    return [...armed].sort((a, b) => a - b);
  }

  /** Starts matching a symbol after a given entry, including the trailing triggers that were added before. */
  begin(symbol: string, seq: bigint, extremeOf: ExtremeOf): void {
    for (const { condition, list } of this.#trailingOf(symbol)) {
      list.begin(exactInteger(seq), (armed) => sideOf(condition, extremeOf(condition, armed)));
    }
  }

  /** Removes and returns the triggers that this entry fires: those due by time first, then by condition, the best price first. */
  match(entry: TapeEntry): readonly FiredTrigger[] {
    const first = this.#symbols.get(entry.symbol);
    if (first === undefined) return [];
    const seq = exactInteger(entry.seq);
    const bid = exactInteger(entry.bid);
    const ask = exactInteger(entry.ask);
    const last = exactInteger(entry.last);
    this.#found.length = 0;
    this.#levels.clear();
    for (let at = 0; at < TRIGGER_CONDITIONS.length; at += 1) {
      const list = this.#lists[first + at]!;
      const reached = reachedBy(at, { bid, ask, last, timeMs: entry.timeMs });
      if (!(list instanceof LevelList)) list.enter(reached, seq);
      if (entry.gap === true && (at !== CLOCK || entry.cause?.kind === 'reject')) continue;
      if (list instanceof LevelList) list.from(reached, this.#found);
      else list.from(reached, this.#found, this.#levels);
    }
    return this.#found.length === 0 ? [] : this.#fire(entry, seq);
  }

  /** Fires the slots found that may fire at this entry; the others continue to wait. */
  #fire(entry: TapeEntry, seq: number): FiredTrigger[] {
    const { symbol } = entry;
    const made = entry.gap === true ? Infinity : madeMs(entry);
    const fired = this.#found
      .filter((slot) => this.#armed[slot]! < seq && this.#since[slot]! <= made)
      .sort((a, b) => this.#compare(a, b));
    return fired.map((slot) => {
      const condition = TRIGGER_CONDITIONS[this.#list[slot]! % TRIGGER_CONDITIONS.length]!;
      const key = this.#key[slot]!;
      const trigger = { symbol, version: this.#version[slot]!, condition, key, ...this.#rows.identity(slot) };
      this.#take(slot);
      return trigger;
    });
  }

  /**
   * Compares by condition, then by the better price, then by the longer wait, then by book, row and kind, so that every process
   * sorts firings in the same order.
   */
  #compare(a: number, b: number): number {
    const byPriceTime =
      this.#list[a]! - this.#list[b]! ||
      this.#priceOf(b) - this.#priceOf(a) ||
      this.#armed[a]! - this.#armed[b]!;
    if (byPriceTime !== 0) return byPriceTime;
    const one = this.#rows.identity(a);
    const other = this.#rows.identity(b);
    if (one.book !== other.book) return one.book < other.book ? -1 : 1;
    if (one.row !== other.row) return one.row < other.row ? -1 : 1;
    return one.kind < other.kind ? -1 : 1;
  }

  #priceOf(slot: number): number {
    return this.#levels.get(slot) ?? this.#key[slot]!;
  }

  #take(slot: number): void {
    this.#unlist(slot);
    this.#rows.release(slot);
  }

  #unlist(slot: number): void {
    const list = this.#lists[this.#list[slot]!]!;
    if (list instanceof LevelList) list.remove(this.#key[slot]!, slot);
    else list.remove(slot);
  }

  #firstListOf(symbol: string): number {
    const known = this.#symbols.get(symbol);
    if (known !== undefined) return known;
    const first = this.#lists.length;
    const columns = {
      keyOf: (slot: number) => this.#key[slot]!,
      armedOf: (slot: number) => this.#armed[slot]!,
    };
    for (const condition of TRIGGER_CONDITIONS) {
      this.#lists.push(isTrailing(condition) ? new TrailingList(this.#heaps, columns) : new LevelList());
    }
    this.#symbols.set(symbol, first);
    return first;
  }

  #trailingOf(symbol: string): { condition: TrailingCondition; list: TrailingList }[] {
    const first = this.#symbols.get(symbol);
    if (first === undefined) return [];
    return TRIGGER_CONDITIONS.filter(isTrailing).map((condition, at) => ({
      condition,
      list: this.#lists[first + TRAILING_FROM + at] as TrailingList,
    }));
  }

  #growTo(capacity: number): void {
    this.#key = grown(this.#key, new Float64Array(capacity));
    this.#armed = grown(this.#armed, new Float64Array(capacity));
    this.#since = grown(this.#since, new Float64Array(capacity));
    this.#version = grown(this.#version, new Uint32Array(capacity));
    this.#list = grown(this.#list, new Uint16Array(capacity));
    this.#heaps.growTo(capacity);
  }
}

/** The threshold of an entry in a condition's list: the entry reaches all keys at or above it. */
function reachedBy(
  condition: number,
  at: { bid: number; ask: number; last: number; timeMs: number },
): number {
  switch (TRIGGER_CONDITIONS[condition]!) {
    case 'clock_at_or_after':
    case 'time_at_or_after':
      return -at.timeMs;
    case 'ask_at_or_below':
      return at.ask;
    case 'ask_at_or_above':
    case 'ask_rises_by':
      return -at.ask;
    case 'bid_at_or_below':
    case 'bid_falls_by':
      return at.bid;
    case 'bid_at_or_above':
      return -at.bid;
    case 'last_at_or_below':
      return at.last;
    case 'last_at_or_above':
      return -at.last;
  }
}

/** The price that the condition watches, as a number that fires by falling. */
function sideOf(condition: TriggerCondition, price: Amount): number {
  const exact = exactInteger(price);
  return condition === 'ask_rises_by' ? -exact : exact;
}
