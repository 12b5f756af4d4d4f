/**
 * Everything that waits for a price, in memory: a quote finds what it fires without looking at the rest. Levels are
 * kept per symbol and condition, so ordered that what fires first stands last; what a trigger is stands in columns
 * numbered by slot. A million triggers take about 80 MB and no object each.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { cappedInteger, exactInteger } from './exact-integer.ts';
import { LevelList } from './level-list.ts';
import { grown, RowTable } from './row-table.ts';
import type { RowIdentity } from './row-table.ts';

/** Names the row and the version of it that fired; level and amount are read from the row itself. */
export type FiredTrigger = Pick<Trigger, 'symbol' | 'kind' | 'book' | 'row' | 'version'>;

/** The order in which an entry's firings are sent; within a condition by price, then by time. */
const conditions: readonly TriggerCondition[] = [
  'ask_at_or_below',
  'ask_at_or_above',
  'bid_at_or_below',
  'bid_at_or_above',
];

export class PriceIndex {
  readonly #rows = new RowTable();
  #key = new Float64Array(this.#rows.capacity);
  #armed = new Float64Array(this.#rows.capacity);
  #version = new Uint32Array(this.#rows.capacity);
  #list = new Uint16Array(this.#rows.capacity);
  /** A symbol's four lists follow one another; `#symbols` holds where they begin. */
  readonly #lists: LevelList[] = [];
  readonly #symbols = new Map<string, number>();
  readonly #found: number[] = [];

  get size(): number {
    return this.#rows.size;
  }

  /** Adds a trigger, or moves it when its version is newer than the one held; an older version changes nothing. */
  put(trigger: Trigger): void {
    const sizeBefore = this.#rows.size;
    const slot = this.#rows.obtain(trigger);
    if (this.#key.length < this.#rows.capacity) this.#growTo(this.#rows.capacity);
    if (this.#rows.size === sizeBefore) {
      if (trigger.version <= this.#version[slot]!) return;
      this.#lists[this.#list[slot]!]!.remove(this.#key[slot]!, slot);
    }
    const condition = conditions.indexOf(trigger.condition);
    const list = this.#firstListOf(trigger.symbol) + condition;
    // A level beyond exact doubles is capped there: prices are kept below it, so it compares as it should.
    const level = cappedInteger(trigger.level);
    this.#key[slot] = condition % 2 === 0 ? level : -level;
    this.#armed[slot] = exactInteger(trigger.armedSeq);
    this.#version[slot] = trigger.version;
    this.#list[slot] = list;
    this.#lists[list]!.add(this.#key[slot], slot);
  }

  /** Takes a trigger out, unless the version held is newer than the one that was ended. */
  remove(row: RowIdentity, version: number): void {
    const slot = this.#rows.find(row);
    if (slot !== -1 && this.#version[slot]! <= version) this.#take(slot);
  }

  /** Takes out and answers what this entry fires, best price first, then the longest armed. */
  match(entry: TapeEntry): readonly FiredTrigger[] {
    const first = this.#symbols.get(entry.symbol);
    if (first === undefined) return [];
    const bid = exactInteger(entry.bid);
    const ask = exactInteger(entry.ask);
    const found = this.#found;
    found.length = 0;
    this.#lists[first]!.from(ask, found);
    this.#lists[first + 1]!.from(-ask, found);
    this.#lists[first + 2]!.from(bid, found);
    this.#lists[first + 3]!.from(-bid, found);
    return found.length === 0 ? [] : this.#fire(entry, found);
  }

  /** Of the slots whose level is reached, those armed before this entry fire; the others go on waiting. */
  #fire(entry: TapeEntry, found: readonly number[]): FiredTrigger[] {
    const seq = exactInteger(entry.seq);
    const fired = found.filter((slot) => this.#armed[slot]! < seq).sort((a, b) => this.#compare(a, b));
    return fired.map((slot) => {
      const trigger = { symbol: entry.symbol, version: this.#version[slot]!, ...this.#rows.identity(slot) };
      this.#take(slot);
      return trigger;
    });
  }

  /** Condition, then the better price, then the longer wait, then book and row: the same order in every process. */
  #compare(a: number, b: number): number {
    const byPriceTime =
      this.#list[a]! - this.#list[b]! || this.#key[b]! - this.#key[a]! || this.#armed[a]! - this.#armed[b]!;
    if (byPriceTime !== 0) return byPriceTime;
    const one = this.#rows.identity(a);
    const other = this.#rows.identity(b);
    if (one.book !== other.book) return one.book < other.book ? -1 : 1;
    return one.row < other.row ? -1 : 1;
  }

  #take(slot: number): void {
    this.#lists[this.#list[slot]!]!.remove(this.#key[slot]!, slot);
    this.#rows.release(slot);
  }

  #firstListOf(symbol: string): number {
    const known = this.#symbols.get(symbol);
    if (known !== undefined) return known;
    const first = this.#lists.length;
    for (let count = 0; count < conditions.length; count += 1) this.#lists.push(new LevelList());
    this.#symbols.set(symbol, first);
    return first;
  }

  #growTo(capacity: number): void {
    this.#key = grown(this.#key, new Float64Array(capacity));
    this.#armed = grown(this.#armed, new Float64Array(capacity));
    this.#version = grown(this.#version, new Uint32Array(capacity));
    this.#list = grown(this.#list, new Uint16Array(capacity));
  }
}
