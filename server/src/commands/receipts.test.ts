/** The tree of a batch: each path leads to the root as RFC 6962 defines it. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { batchText, pathIn, treeOf } from './receipts.ts';

const sha256 = (...parts: readonly Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** Computes the root by the definition (section 2.1): the left subtree has the largest power of two below the size. */
function rootByDefinition(leaves: readonly string[]): Buffer {
  if (leaves.length === 1) return sha256(Buffer.from([0]), Buffer.from(leaves[0] ?? ''));
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const halves = [leaves.slice(0, split), leaves.slice(split)].map(rootByDefinition);
  return sha256(Buffer.from([1]), ...halves);
}

/** Follows a path upwards (RFC 9162, section 2.1.3.2). */
function rootByPath(leaf: string, place: number, size: number, path: readonly string[]): Buffer {
  let hash = sha256(Buffer.from([0]), Buffer.from(leaf));
  let [at, last] = [place, size - 1];
  for (const sibling of path.map((hex) => Buffer.from(hex, 'hex'))) {
    if (at % 2 === 1 || at === last) {
      hash = sha256(Buffer.from([1]), sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else {
      hash = sha256(Buffer.from([1]), hash, sibling);
    }
    [at, last] = [at >> 1, last >> 1];
  }
  return hash;
}

test.each([1, 2, 3, 4, 5, 7, 8, 9, 100, 256])('the path of each of %i leaves leads to the root', (size) => {
  const leaves = Array.from({ length: size }, (_, at) => `leaf ${at}`);
  const tree = treeOf(leaves);
  const root = Buffer.from(tree.at(-1)?.[0] ?? '', 'hex');
  expect(root).toEqual(rootByDefinition(leaves));
  for (const [place, leaf] of leaves.entries()) {
    expect(rootByPath(leaf, place, size, pathIn(tree, place))).toEqual(root);
    expect(rootByPath(`${leaf}.`, place, size, pathIn(tree, place))).not.toEqual(root);
  }
});

test('names the number, time, count and root of a batch in the signed text', () => {
  const root = Buffer.alloc(32, 0xab);
  expect(batchText({ number: 7n, atMs: 5, count: 2, root })).toBe(
    `candor-receipts-v1|7|5|2|${'ab'.repeat(32)}`,
  );
});
