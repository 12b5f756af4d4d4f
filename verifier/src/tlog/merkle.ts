/**
 * The Merkle tree of RFC 6962 (section 2.1): the hashes of leaves and nodes, and the two proofs that a log gives. A proof shows
 * that an entry is in a tree, or that a tree continues an older one.
 */
import { sha256 } from '@noble/hashes/sha2.js';

/** The length of a hash in bytes. */
export const HASH_BYTES = 32;
/** The root of the empty tree is the hash of no bytes. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry as a leaf: SHA-256 over a zero byte and the entry. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256.create().update(LEAF).update(entry).digest();
}

/** The hash of a node: SHA-256 over a byte of one and the two hashes below it. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(NODE).update(left).update(right).digest();
}

export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The root of a tree of these leaf hashes. */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes;
  if (first === undefined) return EMPTY_ROOT;
  if (hashes.length === 1) return first;
  const split = splitOf(hashes.length);
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
}

/** The number of leaves on the left of a tree's root: the largest power of two below its size, which is at least 2. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/**
 * A tree that grows by a leaf at a time, kept as the roots of its largest full subtrees: enough to continue it and to know its
 * root.
 */
export class GrowingTree {
  /** The full subtrees from left to right, each with its number of leaves. */
  readonly #peaks: { leaves: number; hash: Uint8Array }[];

  constructor(peaks: readonly { readonly leaves: number; readonly hash: Uint8Array }[] = []) {
    this.#peaks = peaks.map((peak) => ({ ...peak }));
  }

  get size(): number {
    return this.#peaks.reduce((sum, { leaves }) => sum + leaves, 0);
  }

  /** The data that a later run needs to continue. */
  get peaks(): readonly { readonly leaves: number; readonly hash: Uint8Array }[] {
    return this.#peaks;
  }

  add(leaf: Uint8Array): void {
    let added = { leaves: 1, hash: leaf };
    for (let last = this.#peaks.at(-1); last?.leaves === added.leaves; last = this.#peaks.at(-1)) {
      this.#peaks.pop();
      added = { leaves: last.leaves * 2, hash: nodeHash(last.hash, added.hash) };
    }
    this.#peaks.push(added);
  }

  root(): Uint8Array {
    let root: Uint8Array | undefined;
    for (const { hash } of this.#peaks.toReversed()) root = root === undefined ? hash : nodeHash(hash, root);
    return root ?? EMPTY_ROOT;
  }
}

export type Inclusion = {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** The root that an inclusion proof leads to (RFC 9162, section 2.1.3.2), or undefined if the proof has the wrong length. */
export function rootOfInclusion({ index, size, leaf, proof }: Inclusion): Uint8Array | undefined {
  if (!isSize(size) || !isSize(index) || index >= size) return undefined;
  let place = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0 || sibling.length !== HASH_BYTES) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? hash : undefined;
}

export type Consistency = {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** Whether a tree continues an older one (RFC 9162, section 2.1.4.2). Every tree continues the empty one, without a proof. */
export function isConsistent({ oldSize, oldRoot, size, root, proof }: Consistency): boolean {
  if (!isSize(oldSize) || !isSize(size) || oldSize > size) return false;
  if (proof.some((hash) => hash.length !== HASH_BYTES)) return false;
  if (size === 0 || oldSize === 0) {
    return proof.length === 0 && sameHash(oldRoot, EMPTY_ROOT) && (size > 0 || sameHash(root, EMPTY_ROOT));
  }
  if (oldSize === size) return proof.length === 0 && sameHash(oldRoot, root);
  const path = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : [...proof];
  const [start, ...rest] = path;
  if (start === undefined) return false;
  let [place, last] = [oldSize - 1, size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [oldHash, hash] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      oldHash = nodeHash(sibling, oldHash);
      hash = nodeHash(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameHash(oldHash, oldRoot) && sameHash(hash, root);
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isPowerOfTwo(size: number): boolean {
  let power = 1;
  while (power < size) power *= 2;
  return power === size;
}

const half = (value: number): number => Math.floor(value / 2);
