/**
 * The sorted levels of one symbol and condition. A quote that reaches none of them costs one comparison. Levels are kept in
 * sorted leaves of at most 512 entries, in typed arrays: a million entries are two thousand small blocks, an insertion moves a
 * few kilobytes, and the garbage collector has nothing to do. Entries are ordered by key, then by slot, so that one entry among
 * a hundred thousand with the same level can be found and removed.
 */

const LEAF_SIZE = 512;
/** Two adjacent leaves are merged if together they fill at most half a leaf, so that removals don't leave many tiny leaves. */
const MERGE_SIZE = LEAF_SIZE / 2;

type Leaf = { readonly keys: Float64Array; readonly slots: Int32Array; count: number };

function newLeaf(): Leaf {
  return { keys: new Float64Array(LEAF_SIZE), slots: new Int32Array(LEAF_SIZE), count: 0 };
}

function isBefore(leaf: Leaf, at: number, key: number, slot: number): boolean {
  const there = leaf.keys[at]!;
  return there < key || (there === key && leaf.slots[at]! < slot);
}

/** The first position in the leaf that isn't before (key, slot). */
function positionIn(leaf: Leaf, key: number, slot: number): number {
  let low = 0;
  let high = leaf.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(leaf, middle, key, slot)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insertAt(leaf: Leaf, at: number, key: number, slot: number): void {
  leaf.keys.copyWithin(at + 1, at, leaf.count);
  leaf.slots.copyWithin(at + 1, at, leaf.count);
  leaf.keys[at] = key;
  leaf.slots[at] = slot;
  leaf.count += 1;
}

/** Moves the entries of `from`, beginning at `start`, to the end of `to`. */
function moveTail(from: Leaf, start: number, to: Leaf): void {
  to.keys.set(from.keys.subarray(start, from.count), to.count);
  to.slots.set(from.slots.subarray(start, from.count), to.count);
  to.count += from.count - start;
  from.count = start;
}

export class LevelList {
  readonly #leaves: Leaf[] = [];
  /** The first keys of all leaves in one array, because searching the array touches less memory than searching the leaves. */
  readonly #firstKeys: number[] = [];

  add(key: number, slot: number): void {
    if (this.#leaves.length === 0) this.#insertLeaf(0, newLeaf());
    const index = this.#leafOf(key, slot);
    const leaf = this.#leaves[index]!;
    const at = positionIn(leaf, key, slot);
    if (leaf.count < LEAF_SIZE) {
      insertAt(leaf, at, key, slot);
      if (at === 0) this.#firstKeys[index] = key;
      return;
    }
    const next = newLeaf();
    // Appending in order fills leaves completely; splitting would leave each of them half empty.
    if (at === LEAF_SIZE) insertAt(next, 0, key, slot);
    else {
      moveTail(leaf, LEAF_SIZE / 2, next);
      if (at <= leaf.count) insertAt(leaf, at, key, slot);
      else insertAt(next, at - leaf.count, key, slot);
      this.#firstKeys[index] = leaf.keys[0]!;
    }
    this.#insertLeaf(index + 1, next);
  }

  /** Removes an entry. Throws if it is missing, which means that the caller has a bug. */
  remove(key: number, slot: number): void {
    const index = this.#leafOf(key, slot);
    const leaf = this.#leaves[index];
    const at = leaf === undefined ? 0 : positionIn(leaf, key, slot);
    if (leaf === undefined || at >= leaf.count || leaf.keys[at] !== key || leaf.slots[at] !== slot) {
      throw new Error(`expected slot ${slot} at level ${key}, found none`);
    }
    leaf.keys.copyWithin(at, at + 1, leaf.count);
    leaf.slots.copyWithin(at, at + 1, leaf.count);
    leaf.count -= 1;
    if (leaf.count === 0) this.#dropLeaf(index);
    else {
      this.#firstKeys[index] = leaf.keys[0]!;
      this.#mergeAt(index);
    }
  }

  /** The key that a falling price reaches first. */
  get highest(): number | undefined {
    const leaf = this.#leaves.at(-1);
    return leaf?.keys[leaf.count - 1];
  }

  /** Appends the slots of all entries whose key is at least `floor` to `found`, and keeps the entries. */
  from(floor: number, found: number[]): void {
    for (let index = this.#leaves.length - 1; index >= 0; index -= 1) {
      const leaf = this.#leaves[index]!;
      for (let at = leaf.count - 1; at >= 0; at -= 1) {
        if (leaf.keys[at]! < floor) return;
        found.push(leaf.slots[at]!);
      }
    }
  }

  /** The last leaf that begins at or before (key, slot), or the first leaf. */
  #leafOf(key: number, slot: number): number {
    let low = 0;
    let high = this.#firstKeys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const first = this.#firstKeys[middle]!;
      if (first < key || (first === key && this.#leaves[middle]!.slots[0]! <= slot)) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #mergeAt(index: number): void {
    const leaf = this.#leaves[index]!;
    const next = this.#leaves[index + 1];
    if (next === undefined || leaf.count + next.count > MERGE_SIZE) return;
    moveTail(next, 0, leaf);
    this.#dropLeaf(index + 1);
  }

  #insertLeaf(index: number, leaf: Leaf): void {
    this.#leaves.splice(index, 0, leaf);
    this.#firstKeys.splice(index, 0, leaf.keys[0]!);
  }

  #dropLeaf(index: number): void {
    this.#leaves.splice(index, 1);
    this.#firstKeys.splice(index, 1);
  }
}
