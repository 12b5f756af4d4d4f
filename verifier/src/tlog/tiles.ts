/**
 * The tiles of a log (c2sp.org/tlog-tiles): static files with 256 hashes each, from which anybody computes the proofs that they
 * need. Nothing in a tile is trusted before the tile leads to the root of a signed checkpoint.
 */
import { HASH_BYTES, nodeHash, rootOf, splitOf } from './merkle.ts';

/** Hashes or entries in a full tile. */
export const TILE_WIDTH = 256;
const LEVEL_HEIGHT = 8;
const ENTRY_LENGTH_BYTES = 2;

/** A tile of a tree: its level, its place within the level, and its number of hashes. */
export type TileAt = { readonly level: number | 'entries'; readonly number: number; readonly width: number };

/** The path of a tile below the log's address. */
export function tilePath({ level, number, width }: TileAt): string {
  const parts: string[] = [];
  for (let rest = number; parts.length === 0 || rest > 0; rest = Math.floor(rest / 1000)) {
    const digits = String(rest % 1000).padStart(3, '0');
    parts.unshift(parts.length === 0 ? digits : `x${digits}`);
  }
  return `tile/${level}/${parts.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** The tiles of a tree on one level that reach from one place to another; the last may be partial. */
export function tilesOfLevel(level: number, size: number, from = 0): readonly TileAt[] {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  const tiles: TileAt[] = [];
  for (let number = Math.floor(from / TILE_WIDTH); number * TILE_WIDTH < hashes; number += 1) {
    tiles.push({ level, number, width: Math.min(TILE_WIDTH, hashes - number * TILE_WIDTH) });
  }
  return tiles;
}

/** Fetches the bytes of a path below the log's address. */
export type ReadTile = (path: string) => Promise<Uint8Array>;

/** Thrown if the log's files don't have the form or the hashes that its checkpoint demands. */
export class TileError extends Error {}

/** The entries of a bundle, each preceded by its length in two bytes. */
export function readBundle(bytes: Uint8Array): readonly Uint8Array[] {
  const entries: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    if (at + ENTRY_LENGTH_BYTES > bytes.length) throw new TileError('a bundle ends within a length');
    const end = at + ENTRY_LENGTH_BYTES + view.getUint16(at);
    if (end > bytes.length) throw new TileError('a bundle ends within an entry');
    entries.push(bytes.slice(at + ENTRY_LENGTH_BYTES, end));
    at = end;
  }
  return entries;
}

/**
 * Reads a tree of a given size through its tiles. Callers must check the tiles that were read with `root`, which returns the root
 * that the tiles lead to.
 */
export class TileTree {
  readonly #read: ReadTile;
  readonly #size: number;
  readonly #tiles = new Map<string, Promise<Uint8Array>>();

  constructor(read: ReadTile, size: number) {
    this.#read = read;
    this.#size = size;
  }

  /** The root that the tiles of this tree lead to. */
  async root(): Promise<Uint8Array> {
    return this.#size === 0 ? rootOf([]) : this.#subtree(0, this.#size);
  }

  /** The proof that the entry at an index is in the tree. */
  async inclusion(index: number): Promise<readonly Uint8Array[]> {
    const path = async (at: number, from: number, to: number): Promise<Uint8Array[]> => {
      if (to - from === 1) return [];
      const middle = from + splitOf(to - from);
      return at < middle
        ? [...(await path(at, from, middle)), await this.#subtree(middle, to)]
        : [...(await path(at, middle, to)), await this.#subtree(from, middle)];
    };
    return path(index, 0, this.#size);
  }

  /** The proof that the tree continues the one of an older size. */
  async consistency(oldSize: number): Promise<readonly Uint8Array[]> {
    if (oldSize === 0 || oldSize === this.#size) return [];
    const path = async (from: number, to: number, whole: boolean): Promise<Uint8Array[]> => {
      if (oldSize === to) return whole ? [] : [await this.#subtree(from, to)];
      const middle = from + splitOf(to - from);
      return oldSize <= middle
        ? [...(await path(from, middle, whole)), await this.#subtree(middle, to)]
        : [...(await path(middle, to, false)), await this.#subtree(from, middle)];
    };
    return path(0, this.#size, true);
  }

  /** The hash over the entries from one index up to another, which is a subtree of the tree. */
  async #subtree(from: number, to: number): Promise<Uint8Array> {
    const width = to - from;
    if (width > 1 && !isPowerOf(width)) {
      const middle = from + splitOf(width);
      return nodeHash(await this.#subtree(from, middle), await this.#subtree(middle, to));
    }
    const level = Math.floor(Math.log2(width) / LEVEL_HEIGHT);
    const unit = TILE_WIDTH ** level;
    const first = from / unit;
    const tile = await this.#tile(level, Math.floor(first / TILE_WIDTH));
    const within = first % TILE_WIDTH;
    return rootOf(hashesOf(tile).slice(within, within + width / unit));
  }

  #tile(level: number, number: number): Promise<Uint8Array> {
    const hashes = Math.floor(this.#size / TILE_WIDTH ** level);
    const width = Math.min(TILE_WIDTH, hashes - number * TILE_WIDTH);
    const path = tilePath({ level, number, width });
    const kept = this.#tiles.get(path) ?? this.#fetch(path, width);
    this.#tiles.set(path, kept);
    return kept;
  }

  async #fetch(path: string, width: number): Promise<Uint8Array> {
    const bytes = await this.#read(path);
    if (bytes.length !== width * HASH_BYTES) throw new TileError(`${path} has ${bytes.length} bytes`);
    return bytes;
  }
}

/** The hashes of a tile. */
function hashesOf(tile: Uint8Array): readonly Uint8Array[] {
  const hashes: Uint8Array[] = [];
  for (let at = 0; at < tile.length; at += HASH_BYTES) hashes.push(tile.slice(at, at + HASH_BYTES));
  return hashes;
}

const isPowerOf = (width: number): boolean => Number.isInteger(Math.log2(width));
