/** A log in memory for tests: entries, their tiles as a log serves them, and the roots by the definition of RFC 6962. */
import { leafHash, rootOf } from '../merkle.ts';
import { TILE_WIDTH, tilePath } from '../tiles.ts';
import type { ReadTile } from '../tiles.ts';

export type MadeLog = {
  readonly entry: (index: number) => Uint8Array;
  readonly leaf: (index: number) => Uint8Array;
  readonly root: (size: number) => Uint8Array;
  /** Serves the tiles of a tree of a size. */
  readonly read: (size: number) => ReadTile;
};

/** A log of numbered entries, some of which may have another text; logs of other names have other histories. */
export function madeLog(
  count: number,
  name = 'entry',
  texts: Readonly<Record<number, string>> = {},
): MadeLog {
  const entry = (index: number) => new TextEncoder().encode(texts[index] ?? `${name} ${index}`);
  const leaves = Array.from({ length: count }, (_, index) => leafHash(entry(index)));
  const roots = new Map<number, Uint8Array>();
  const root = (size: number) => {
    const known = roots.get(size) ?? rootOf(leaves.slice(0, size));
    roots.set(size, known);
    return known;
  };
  const read = (size: number): ReadTile => {
    const files = new Map<string, Uint8Array>();
    for (let level = 0, hashes = leaves.slice(0, size); hashes.length > 0; level += 1) {
      const above: Uint8Array[] = [];
      for (let number = 0; number * TILE_WIDTH < hashes.length; number += 1) {
        const tile = hashes.slice(number * TILE_WIDTH, (number + 1) * TILE_WIDTH);
        files.set(
          tilePath({ level, number, width: tile.length }),
          Uint8Array.from(tile.flatMap((hash) => [...hash])),
        );
        if (tile.length === TILE_WIDTH) above.push(rootOf(tile));
      }
      hashes = above;
    }
    return (path) => {
      const bytes = files.get(path);
      return bytes === undefined ? Promise.reject(new Error(`no tile at ${path}`)) : Promise.resolve(bytes);
    };
  };
  return { entry, leaf: (index) => leafHash(entry(index)), root, read };
}
