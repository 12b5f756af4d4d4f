/**
 * The triggers that trail the price on one side of one symbol. Triggers with the same extreme form a group, and only the group
 * stores the extreme. A new high merges all groups that it exceeds; within a group, the smallest distance fires first. A quote
 * therefore touches groups and never individual triggers. Prices are passed as numbers that fire by falling: bids unchanged,
 * asks negated.
 */
import { LevelList } from './level-list.ts';
import { NONE } from './melding-heaps.ts';
import type { MeldingHeaps } from './melding-heaps.ts';

/** The stack is compacted when empty groups number more than this and more than half of all groups. */
const EMPTY_MAX = 64;

/** The columns that the list reads: the negated distance, and the seq of the arming entry. */
export type TrailingColumns = {
  keyOf(slot: number): number;
  armedOf(slot: number): number;
};

export class TrailingList {
  readonly #heaps: MeldingHeaps;
  readonly #columns: TrailingColumns;
  /** Groups in descending order of their extremes; a group without triggers has no root. */
  #extremes: number[] = [];
  #roots: number[] = [];
  #empty = 0;
  /** The groups' roots, keyed by the price at which each would fire first. */
  readonly #firing = new LevelList();
  /** Triggers armed at a future entry, at which their extremes begin. The soonest is last. */
  #waiting = new LevelList();
  readonly #slots: number[] = [];

  constructor(heaps: MeldingHeaps, columns: TrailingColumns) {
    this.#heaps = heaps;
    this.#columns = columns;
  }

  /** Adds a slot with its extreme so far. Without an extreme, the slot's extreme begins with its arming entry. */
  add(slot: number, extreme: number | undefined): void {
    this.#heaps.single(slot);
    if (extreme !== undefined) return this.#join(slot, extreme);
    this.#heaps.own(slot, WAITING);
    this.#waiting.add(-this.#columns.armedOf(slot), slot);
  }

  remove(slot: number): void {
    const at = this.#heaps.owner(slot);
    if (at === NONE) this.#heaps.removeInner(slot);
    else if (at === WAITING) this.#waiting.remove(-this.#columns.armedOf(slot), slot);
    else {
      this.#firing.remove(this.#firesAt(at), slot);
      this.#setRoot(at, this.#heaps.removeRoot(slot));
      this.#pack();
    }
  }

  /** Processes the next price: raises extremes, and adds triggers armed at this entry to their group. */
  enter(price: number, seq: number): void {
    this.#raise(price);
    this.#waiting.from(-seq, this.#slots);
    for (const slot of this.#slots) {
      this.#waiting.remove(-this.#columns.armedOf(slot), slot);
      this.#join(slot, price);
    }
    this.#slots.length = 0;
  }

  /**
   * Appends the slots that fire at the last price, and records the price that each waited for. A trigger armed at this entry
   * may be among them.
   */
  from(price: number, found: number[], levels: Map<number, number>): void {
    this.#firing.from(price, this.#slots);
    for (const root of this.#slots) {
      const extreme = this.#extremes[this.#heaps.owner(root)]!;
      const start = found.length;
      this.#heaps.from(root, price - extreme, found);
      for (let at = start; at < found.length; at += 1) {
        levels.set(found[at]!, extreme + this.#columns.keyOf(found[at]!));
      }
    }
    this.#slots.length = 0;
  }

  /** The distinct arming seqs, ascending and at most `seq`, of the triggers that wait for their arming entry. */
  armedUpTo(seq: number): number[] {
    this.#waiting.from(-seq, this.#slots);
    const armed: number[] = [];
    for (const slot of this.#slots) {
      const seqOf = this.#columns.armedOf(slot);
      if (armed.at(-1) !== seqOf) armed.push(seqOf);
    }
    this.#slots.length = 0;
    return armed;
  }

  /** Sets the extremes of the triggers whose arming entry is at most `seq`. */
  begin(seq: number, extremeOf: (armed: number) => number): void {
    const before = this.#waiting;
    before.from(-seq, this.#slots);
    // Removing most of a long list one by one costs more than building a new list from the rest.
    const later: number[] = [];
    before.from(-Infinity, later);
    this.#waiting = new LevelList();
    for (const slot of later.slice(this.#slots.length).reverse()) {
      this.#waiting.add(-this.#columns.armedOf(slot), slot);
    }
    for (const slot of this.#slots) this.#join(slot, extremeOf(this.#columns.armedOf(slot)));
    this.#slots.length = 0;
  }

  /** Merges all groups whose extreme the price reaches or exceeds. */
  #raise(price: number): void {
    let last = this.#extremes.length - 1;
    if (last < 0 || this.#extremes[last]! >= price) return;
    let merged = NONE;
    for (; last >= 0 && this.#extremes[last]! <= price; last -= 1) {
      const root = this.#roots[last]!;
      if (root === NONE) this.#empty -= 1;
      else this.#firing.remove(this.#firesAt(last), root);
      merged = this.#heaps.meld(merged, root);
      this.#extremes.pop();
      this.#roots.pop();
    }
    if (merged !== NONE) this.#insertGroup(this.#extremes.length, price, merged);
  }

  #join(slot: number, extreme: number): void {
    const at = this.#positionOf(extreme);
    if (this.#extremes[at] !== extreme) return this.#insertGroup(at, extreme, slot);
    const root = this.#roots[at]!;
    if (root === NONE) this.#empty -= 1;
    else this.#firing.remove(this.#firesAt(at), root);
    this.#setRoot(at, this.#heaps.meld(root, slot));
  }

  /** The position of the first group whose extreme isn't greater. */
  #positionOf(extreme: number): number {
    let low = 0;
    let high = this.#extremes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#extremes[middle]! > extreme) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insertGroup(at: number, extreme: number, root: number): void {
    this.#extremes.splice(at, 0, extreme);
    this.#roots.splice(at, 0, NONE);
    this.#setRoot(at, root);
    // The group is nearly always the last; for a trigger announced late, it may be a few positions earlier.
    for (let later = at + 1; later < this.#roots.length; later += 1) this.#ownAt(later);
  }

  #setRoot(at: number, root: number): void {
    this.#roots[at] = root;
    if (root === NONE) this.#empty += 1;
    else {
      this.#ownAt(at);
      this.#firing.add(this.#firesAt(at), root);
    }
  }

  #ownAt(at: number): void {
    if (this.#roots[at] !== NONE) this.#heaps.own(this.#roots[at]!, at);
  }

  #firesAt(at: number): number {
    return this.#extremes[at]! + this.#columns.keyOf(this.#roots[at]!);
  }

  /** Removes empty groups once there are many, so that they don't accumulate during a long fall. */
  #pack(): void {
    if (this.#empty <= EMPTY_MAX || this.#empty * 2 < this.#roots.length) return;
    this.#extremes = this.#extremes.filter((_, at) => this.#roots[at] !== NONE);
    this.#roots = this.#roots.filter((root) => root !== NONE);
    this.#empty = 0;
    for (let at = 0; at < this.#roots.length; at += 1) this.#ownAt(at);
  }
}

/** The owner number of triggers that are not in a group yet. The stack never has this many groups. */
const WAITING = 0x7fffffff;
