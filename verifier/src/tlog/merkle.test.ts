/** The Merkle tree against the published roots of RFC 6962's reference tree, and against itself for every size up to 70. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { EMPTY_ROOT, GrowingTree, isConsistent, leafHash, rootOf, rootOfInclusion } from './merkle.ts';
import { TileTree, tilesOfLevel } from './tiles.ts';
import { madeLog } from './testing/made-log.ts';

// The eight inputs of the reference implementation of RFC 6962 and the roots of the trees of the first n.
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the root', () => {
  test('is the hash of an empty text for an empty tree', () => {
    expect(bytesToHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(new GrowingTree().root()).toEqual(EMPTY_ROOT);
  });

  test.each(ROOTS.map((root, at) => [at + 1, root] as const))(
    'equals the published one for the first %i reference entries',
    (size, root) => {
      const leaves = INPUTS.slice(0, size).map((input) => leafHash(hexToBytes(input)));
      expect(bytesToHex(rootOf(leaves))).toBe(root);
      const growing = new GrowingTree();
      for (const leaf of leaves) growing.add(leaf);
      expect(bytesToHex(growing.root())).toBe(root);
      expect(growing.size).toBe(size);
    },
  );
});

describe('a proof', () => {
  const log = madeLog(70);

  test('leads from each entry of each tree to the root, and from another place to no root', async () => {
    for (const size of [1, 2, 3, 7, 8, 31, 64, 65, 70]) {
      const tree = new TileTree(log.read(size), size);
      const root = bytesToHex(log.root(size));
      for (let index = 0; index < size; index += 1) {
        const leaf = log.leaf(index);
        const proof = await tree.inclusion(index);
        const reached = rootOfInclusion({ index, size, leaf, proof });
        expect(reached && bytesToHex(reached)).toBe(root);
        const moved = rootOfInclusion({ index: (index + 1) % size, size, leaf, proof });
        if (size > 1) expect(moved && bytesToHex(moved)).not.toBe(root);
        expect(rootOfInclusion({ index, size, leaf, proof: [...proof, leaf] })).toBeUndefined();
        if (size > 1) expect(rootOfInclusion({ index, size, leaf, proof: proof.slice(1) })).toBeUndefined();
      }
    }
  });

  test('proves the consistency of any two trees, and of no other roots', async () => {
    for (let size = 1; size <= 70; size += 1) {
      const tree = new TileTree(log.read(size), size);
      for (let oldSize = 0; oldSize <= size; oldSize += 1) {
        const proof = await tree.consistency(oldSize);
        const grown = { oldSize, oldRoot: log.root(oldSize), size, root: log.root(size), proof };
        expect(isConsistent(grown), `${oldSize} to ${size}`).toBe(true);
        const forked = leafHash(Uint8Array.of(9));
        if (oldSize > 0) expect(isConsistent({ ...grown, oldRoot: forked })).toBe(false);
        if (oldSize > 0) expect(isConsistent({ ...grown, root: forked })).toBe(false);
        expect(isConsistent({ ...grown, proof: [...proof, forked] })).toBe(false);
      }
    }
  });

  test('is refused from a larger tree to a smaller one', () => {
    expect(isConsistent({ oldSize: 3, oldRoot: log.root(3), size: 2, root: log.root(2), proof: [] })).toBe(
      false,
    );
  });
});

test('uses for a tree of 70,000 entries the tiles of the specification’s example', () => {
  const widths = (level: number) => tilesOfLevel(level, 70_000).map(({ width }) => width);
  expect(widths(0)).toHaveLength(274);
  expect(widths(0).at(-1)).toBe(112);
  expect(widths(1)).toEqual([256, 17]);
  expect(widths(2)).toEqual([1]);
  expect(widths(3)).toEqual([]);
});
