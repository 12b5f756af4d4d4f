/** The summing tree: its roots against a recursion, its paths, and every way to make a sum smaller than the sums below it. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leafNode, nodeAbove, readSum, rootAbove, rootOfPath, unitsOf } from './tree.ts';
import type { SumNode } from './tree.ts';
import { pathIn } from './testing/made-statement.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const leavesOf = (count: number): readonly SumNode[] =>
  Array.from({ length: count }, (_, at) => leafNode(sha(`${at}`), BigInt(at * at)));

/** The tree by its definition: its left subtree has as many leaves as the largest power of two below the size. */
function byDefinition(leaves: readonly SumNode[]): SumNode {
  if (leaves.length === 1) return leaves[0] as SumNode;
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const left = byDefinition(leaves.slice(0, split));
  const right = byDefinition(leaves.slice(split));
  return {
    hash: sha(`candor-liability-node-v1|${left.hash}|${left.sum}|${right.hash}|${right.sum}`),
    sum: left.sum + right.sum,
  };
}

test('computes the root and the sum of 1 to 300 leaves, and no root without leaves', () => {
  expect(rootAbove([])).toBeUndefined();
  const all = leavesOf(300);
  for (let count = 1; count <= 300; count += 1) {
    const leaves = all.slice(0, count);
    expect(rootAbove(leaves)).toEqual(byDefinition(leaves));
  }
});

test('hashes a leaf and a node over the documented texts', () => {
  const left = leafNode('ab'.repeat(32), 5n);
  const right = leafNode('cd'.repeat(32), 7n);
  expect(left.hash).toBe(sha(`candor-liability-leaf-v1|${'ab'.repeat(32)}|5`));
  expect(nodeAbove(left, right)).toEqual({
    hash: sha(`candor-liability-node-v1|${left.hash}|5|${right.hash}|7`),
    sum: 12n,
  });
});

test.each([1, 2, 3, 5, 8, 33])('computes a path to the root from each of %s leaves', (count) => {
  const leaves = leavesOf(count);
  const root = rootAbove(leaves);
  for (const [at, leaf] of leaves.entries()) expect(rootOfPath(leaf, pathIn(leaves, at))).toEqual(root);
});

describe('a path that leads elsewhere', () => {
  const leaves = leavesOf(13);
  const root = rootAbove(leaves);
  const leaf = leaves[5] as SumNode;
  const path = pathIn(leaves, 5);

  test.each(path.map((_, at) => [at]))('results from a tampered neighbour %s', (at) => {
    const changed = (change: Partial<(typeof path)[number]>) =>
      rootOfPath(
        leaf,
        path.map((step, place) => (place === at ? { ...step, ...change } : step)),
      );
    const step = path[at] as (typeof path)[number];
    expect(changed({})).toEqual(root);
    expect(changed({ sum: step.sum - 1n })?.hash).not.toBe(root?.hash);
    expect(changed({ sum: step.sum + 1n })?.hash).not.toBe(root?.hash);
    expect(changed({ hash: sha(step.hash) })?.hash).not.toBe(root?.hash);
    expect(changed({ side: step.side === 'left' ? 'right' : 'left' })?.hash).not.toBe(root?.hash);
    expect(changed({ sum: -step.sum - 1n })).toBeUndefined();
  });

  test('results from a changed amount, or from a missing last step', () => {
    expect(rootOfPath({ ...leaf, sum: leaf.sum - 1n }, path)?.hash).not.toBe(root?.hash);
    expect(rootOfPath(leaf, path.slice(0, -1))?.hash).not.toBe(root?.hash);
  });
});

test('rejects a node over a negative sum, which would hide a debt', () => {
  const hidden = { hash: sha('x'), sum: -1n };
  expect(() => nodeAbove(leafNode(sha('y'), 5n), hidden)).toThrow(RangeError);
  expect(() => nodeAbove(hidden, leafNode(sha('y'), 5n))).toThrow(RangeError);
});

test('adds amounts far beyond 64 bits without wrapping around', () => {
  const large = 2n ** 64n - 1n;
  const root = rootAbove([leafNode(sha('a'), large), leafNode(sha('b'), 1n), leafNode(sha('c'), large)]);
  expect(root?.sum).toBe(2n ** 65n - 1n);
});

test.each(['-1', '-0', '+1', '01', '1.0', '', ' 1', '1e3', '0x1', '9'.repeat(61)])(
  'rejects the amount "%s"',
  (text) => {
    expect(readSum(text)).toBeUndefined();
  },
);

test.each([
  ['0', 0n],
  ['12.5', 1_250_000_000n],
  ['0.00000001', 1n],
  ['100000', 10_000_000_000_000n],
  ['-1', undefined],
  ['1.000000001', undefined],
  ['.5', undefined],
])('parses %s as %s units', (text, units) => {
  expect(unitsOf(text)).toBe(units);
});
