/**
 * The growth of the transparency log's Merkle tree (RFC 6962, section 2.1), which is stored in tiles of 256 hashes
 * (c2sp.org/tlog-tiles). A tile of a level contains the hashes of full tiles of the level below.
 */
import { createHash } from 'node:crypto';

export const HASH_BYTES = 32;
export const TILE_WIDTH = 256;
/** Eight levels hold more entries than a JavaScript integer can count. */
const LEVELS_MAX = 8;

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

export function leafHash(entry: string): Buffer {
  return createHash('sha256').update(LEAF).update(entry, 'utf8').digest();
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

export type Tile = { readonly level: number; readonly number: number; readonly hashes: Buffer };

/** The partial tiles at the right edge of a tree, by level. */
export type Edge = ReadonlyMap<number, Tile>;

/** Returns the tiles that change when leaves are added, and the edge afterwards. */
export function grow(
  edge: Edge,
  leaves: readonly Buffer[],
): { readonly changed: readonly Tile[]; readonly edge: Edge } {
  const changed: Tile[] = [];
  const after = new Map<number, Tile>();
  let added = leaves;
  for (let level = 0; level < LEVELS_MAX; level += 1) {
    const last = edge.get(level);
    if (last === undefined && added.length === 0) break;
    const full: Buffer[] = [];
    let tile: Tile = last ?? { level, number: 0, hashes: Buffer.alloc(0) };
    for (let at = 0; at < added.length;) {
      const room = TILE_WIDTH - tile.hashes.length / HASH_BYTES;
      tile = { ...tile, hashes: Buffer.concat([tile.hashes, ...added.slice(at, at + room)]) };
      at += room;
      changed.push(tile);
      if (tile.hashes.length < TILE_WIDTH * HASH_BYTES) continue;
      full.push(rootOf(tile.hashes));
      tile = { level, number: tile.number + 1, hashes: Buffer.alloc(0) };
    }
    after.set(level, tile);
    added = full;
  }
  return { changed, edge: after };
}

/** Returns the number of leaves of the tree with this edge. */
export function sizeOf(edge: Edge): number {
  const bottom = edge.get(0);
  return bottom === undefined ? 0 : bottom.number * TILE_WIDTH + bottom.hashes.length / HASH_BYTES;
}

/**
 * Returns the root of the tree with this edge. Its partial tiles are the rightmost subtrees, with the lowest level furthest to
 * the right.
 */
export function rootOfEdge(edge: Edge): Buffer {
  let root: Buffer | undefined;
  for (const level of [...edge.keys()].toSorted((one, other) => one - other)) {
    const hashes = edge.get(level)?.hashes ?? Buffer.alloc(0);
    for (const peak of peaksOf(hashes).toReversed()) root = root === undefined ? peak : nodeHash(peak, root);
  }
  return root ?? createHash('sha256').digest();
}

/** Returns the hash of the subtree over consecutive hashes. */
function rootOf(hashes: Buffer): Buffer {
  const count = hashes.length / HASH_BYTES;
  if (count === 1) return hashes;
  let split = 1;
  while (split * 2 < count) split *= 2;
  return nodeHash(
    rootOf(hashes.subarray(0, split * HASH_BYTES)),
    rootOf(hashes.subarray(split * HASH_BYTES)),
  );
}

/** Returns the roots of the largest full subtrees over consecutive hashes, from left to right. */
function peaksOf(hashes: Buffer): readonly Buffer[] {
  const peaks: Buffer[] = [];
  for (let at = 0; at < hashes.length;) {
    let width = TILE_WIDTH;
    while (width * HASH_BYTES > hashes.length - at) width /= 2;
    peaks.push(rootOf(hashes.subarray(at, at + width * HASH_BYTES)));
    at += width * HASH_BYTES;
  }
  return peaks;
}

/** Reads the hashes of a tile, or of its beginning. */
export type ReadHashes = (level: number, number: number) => Promise<Buffer>;

/** Returns functions that prove statements about a tree of a given size from its tiles. */
export function proofsOf(read: ReadHashes, size: number) {
  const subtree = async (from: number, to: number): Promise<Buffer> => {
    const width = to - from;
    if (width > 1 && !Number.isInteger(Math.log2(width))) {
      const middle = from + splitOf(width);
      return nodeHash(await subtree(from, middle), await subtree(middle, to));
    }
    const level = Math.floor(Math.log2(width) / Math.log2(TILE_WIDTH));
    const unit = TILE_WIDTH ** level;
    const hashes = await read(level, Math.floor(from / unit / TILE_WIDTH));
    const at = ((from / unit) % TILE_WIDTH) * HASH_BYTES;
    return rootOf(hashes.subarray(at, at + (width / unit) * HASH_BYTES));
  };
  const inclusion = async (index: number, from = 0, to = size): Promise<Buffer[]> => {
    if (to - from === 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...(await inclusion(index, from, middle)), await subtree(middle, to)]
      : [...(await inclusion(index, middle, to)), await subtree(from, middle)];
  };
  const consistency = async (old: number, from = 0, to = size, isWhole = true): Promise<Buffer[]> => {
    if (old === 0) return [];
    if (old === to) return isWhole ? [] : [await subtree(from, to)];
    const middle = from + splitOf(to - from);
    return old <= middle
      ? [...(await consistency(old, from, middle, isWhole)), await subtree(middle, to)]
      : [...(await consistency(old, middle, to, false)), await subtree(from, middle)];
  };
  return {
    /** Returns the hashes from the entry's sibling up to the root's child (RFC 6962, section 2.1.1). */
    inclusion: (index: number) => inclusion(index),
    /** Returns the hashes that prove that the tree extends the one of an older size (section 2.1.2). */
    consistency: (oldSize: number) => consistency(oldSize),
  };
}

function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
