/** A customer's own check: a fair statement passes, and each fraud with the customer's own leaves is found. */
import { describe, expect, test } from 'vitest';
import { checkOwnLeaf } from './own-leaf.ts';
import type { OwnLeafCheck, OwnLiability } from './own-leaf.ts';
import { makeStatement } from './testing/made-statement.ts';

const CLAIMS = [
  { customer: '7', seq: 12, currency: 'USDT', parts: [30n, 70n] },
  { customer: '7', seq: 12, currency: 'BTC', parts: [0n, 1n] },
  ...Array.from({ length: 40 }, (_, at) => ({
    ...{ customer: `${100 + at}`, seq: 1, currency: 'USDT', parts: [BigInt(at), 5n] },
  })),
];
const made = makeStatement(CLAIMS);
const fair: OwnLeafCheck = {
  own: made.ownOf('7'),
  customer: '7',
  loggedRoot: made.root,
  expected: { USDT: 100n, BTC: 1n },
};
const kindsOf = (change: Partial<OwnLeafCheck>): readonly string[] =>
  checkOwnLeaf({ ...fair, ...change }).map(({ kind, currency }) => `${kind} ${currency ?? ''}`.trim());

test('finds no fault with a statement that has the customer’s leaves with the right amounts', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ expected: {} })).toEqual([]);
  expect(kindsOf({ expected: { ...fair.expected, ETH: 0n } })).toEqual([]);
});

test('finds the leaves within 100 ms', () => {
  const startedMs = performance.now();
  checkOwnLeaf(fair);
  expect(performance.now() - startedMs).toBeLessThan(100);
});

describe('finds', () => {
  test('a customer who was left out', () => {
    const without = makeStatement(CLAIMS.filter(({ customer }) => customer !== '7'));
    const own = without.ownOf('7');
    expect(kindsOf({ own, loggedRoot: without.root })).toEqual(['leaf_missing BTC', 'leaf_missing USDT']);
  });

  test('a currency that was left out', () => {
    const without = makeStatement(CLAIMS.filter(({ currency }) => currency !== 'BTC'));
    expect(kindsOf({ own: without.ownOf('7'), loggedRoot: without.root })).toEqual(['leaf_missing BTC']);
  });

  test('an amount that was lowered', () => {
    const lowered = makeStatement([
      { ...CLAIMS[0], parts: [30n, 60n] } as (typeof CLAIMS)[number],
      ...CLAIMS.slice(1),
    ]);
    expect(kindsOf({ own: lowered.ownOf('7'), loggedRoot: lowered.root })).toEqual(['leaf_differs USDT']);
  });

  test('a statement other than the logged one', () => {
    expect(kindsOf({ loggedRoot: '0'.repeat(64) })).toEqual(['leaf_missing']);
    const text = made.text.replace('|1000\n', '|1001\n');
    expect(kindsOf({ own: { ...fair.own, statement: text } })).toEqual(['leaf_missing']);
  });

  test('the leaves of another customer with the same amounts', () => {
    const both = makeStatement([{ ...CLAIMS[0], customer: '8' } as (typeof CLAIMS)[number], ...CLAIMS]);
    const own = { ...both.ownOf('8'), statement: both.text };
    expect(kindsOf({ own, loggedRoot: both.root, expected: { USDT: 100n } })).toEqual(['leaf_missing USDT']);
  });

  type Leaf = OwnLiability['leaves'][number];
  test.each<[string, (leaves: readonly Leaf[]) => readonly Leaf[]]>([
    [
      'a leaf that is counted twice',
      (leaves) => [...leaves, ...leaves.filter(({ currency }) => currency === 'USDT')],
    ],
    ['an amount raised in the answer only', (leaves) => edited(leaves, { amount: '101' })],
    ['a negative amount', (leaves) => edited(leaves, { amount: '-1' })],
    ['a malformed amount', (leaves) => edited(leaves, { amount: '1e2' })],
    ['a path without its end', (leaves) => edited(leaves, { path: (leaves[1] as Leaf).path.slice(0, -1) })],
    [
      'a negative neighbour',
      (leaves) => edited(leaves, { path: [{ side: 'left', hash: 'a'.repeat(64), sum: '-5' }] }),
    ],
    ['a leaf of another part', (leaves) => edited(leaves, { part: 9 })],
  ])('%s', (_, edit) => {
    const own = { ...fair.own, leaves: edit(fair.own.leaves) };
    expect(kindsOf({ own })).toEqual(['leaf_missing USDT']);
  });

  test('a journal of the customer with a changed number, from which the leaves would be computed', () => {
    expect(kindsOf({ own: { ...fair.own, seq: 11 } })).toEqual(['leaf_missing BTC', 'leaf_missing USDT']);
  });
});

/** Changes the last leaf of USDT. */
function edited(
  leaves: OwnLiability['leaves'],
  change: Partial<OwnLiability['leaves'][number]>,
): OwnLiability['leaves'] {
  const last = leaves.findLastIndex(({ currency }) => currency === 'USDT');
  return leaves.map((leaf, at) => (at === last ? { ...leaf, ...change } : leaf));
}
