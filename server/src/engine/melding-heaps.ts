/**
 * Heaps whose nodes are slots. A column holds each slot's key, and the greatest key is at the root. The heaps are leftist
 * trees, so melding two heaps, which a new high requires, and removing any slot take at most logarithmic time. Links are in
 * typed arrays, without an object per node. (C. A. Crane, Linear lists and priority queues as balanced binary trees, 1972.)
 */
import { grown } from './row-table.ts';

export const NONE = -1;

export class MeldingHeaps {
  readonly #keyOf: (slot: number) => number;
  #left: Int32Array;
  #right: Int32Array;
  /** A node's parent, or for a root, the bitwise complement of its owner's number, which is negative. */
  #above: Int32Array;
  /** The length of the right spine: at most the logarithm of the subtree's size. */
  #rank: Uint8Array;

  constructor(capacity: number, keyOf: (slot: number) => number) {
    this.#keyOf = keyOf;
    this.#left = new Int32Array(capacity);
    this.#right = new Int32Array(capacity);
    this.#above = new Int32Array(capacity);
    this.#rank = new Uint8Array(capacity);
  }

  growTo(capacity: number): void {
    this.#left = grown(this.#left, new Int32Array(capacity));
    this.#right = grown(this.#right, new Int32Array(capacity));
    this.#above = grown(this.#above, new Int32Array(capacity));
    this.#rank = grown(this.#rank, new Uint8Array(capacity));
  }

  single(slot: number): void {
    this.#left[slot] = NONE;
    this.#right[slot] = NONE;
    this.#rank[slot] = 1;
  }

  /** Sets the owner of a root, a number of zero or more. */
  own(root: number, owner: number): void {
    this.#above[root] = ~owner;
  }

  /** The owner's number if the slot is a root, otherwise `NONE`. */
  owner(slot: number): number {
    const above = this.#above[slot]!;
    return above < 0 ? ~above : NONE;
  }

  /** Melds two heaps, either of which may be `NONE`. Returns the root, whose owner must be set again. */
  meld(one: number, other: number): number {
    if (one === NONE) return other;
    if (other === NONE) return one;
    const [root, below] = this.#keyOf(one) >= this.#keyOf(other) ? [one, other] : [other, one];
    const right = this.meld(this.#right[root]!, below);
    this.#right[root] = right;
    this.#above[right] = root;
    this.#balance(root);
    return root;
  }

  removeInner(slot: number): void {
    let above = this.#above[slot]!;
    const rest = this.removeRoot(slot);
    if (this.#left[above] === slot) this.#left[above] = rest;
    else this.#right[above] = rest;
    if (rest !== NONE) this.#above[rest] = above;
    while (above >= 0 && this.#balance(above)) above = this.#above[above]!;
  }

  /** Removes a heap's root. Returns the new root, whose owner must be set again, or `NONE`. */
  removeRoot(root: number): number {
    return this.meld(this.#left[root]!, this.#right[root]!);
  }

  /** Appends to `found` the slots of a heap whose key is at least `floor`, and keeps them in the heap. */
  from(root: number, floor: number, found: number[]): void {
    // A leftist tree may be as deep as it has nodes, so the path is kept in an array instead of recursive calls.
    const open = [root];
    for (let slot = open.pop(); slot !== undefined; slot = open.pop()) {
      if (slot === NONE || this.#keyOf(slot) < floor) continue;
      found.push(slot);
      open.push(this.#left[slot]!, this.#right[slot]!);
    }
  }

  /** Puts the child of greater rank on the left. Returns whether the node's rank changed. */
  #balance(node: number): boolean {
    const left = this.#left[node]!;
    const right = this.#right[node]!;
    const leftRank = left === NONE ? 0 : this.#rank[left]!;
    const rightRank = right === NONE ? 0 : this.#rank[right]!;
    if (leftRank < rightRank) {
      this.#left[node] = right;
      this.#right[node] = left;
    }
    const rank = Math.min(leftRank, rightRank) + 1;
    if (rank === this.#rank[node]) return false;
    this.#rank[node] = rank;
    return true;
  }
}
