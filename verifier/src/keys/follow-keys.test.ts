/** From a trusted key, only statements that both keys signed lead to another one. */
import { describe, expect, test } from 'vitest';
import { isSignedBy } from '../crypto.ts';
import { madeChange } from '../testing/made-changes.ts';
import { signer } from '../testing/made-tape.ts';
import { followKeys, mayHaveSigned } from './follow-keys.ts';
import type { KeyChange } from './follow-keys.ts';

const [a, b, c, thief] = [signer(1), signer(2), signer(3), signer(9)];
const honest = [
  madeChange([a, a], { number: 1 }),
  madeChange([a, b], { number: 2 }),
  madeChange([b, c], { number: 3 }),
];
const [first, toB, toC] = honest as [KeyChange, KeyChange, KeyChange];
const follow = (trusted: string, changes: readonly KeyChange[]) =>
  followKeys(trusted, changes, { purpose: 'tape', verify: isSignedBy });
const names = new Map([a, b, c, thief].map(({ publicKey }, at) => [publicKey, 'abct'.charAt(at)]));
const reached = (trusted: string, changes: readonly KeyChange[]): string =>
  follow(trusted, changes)
    .map(({ publicKey }) => names.get(publicKey))
    .join('');

test('follows from any key of a chain to the first and to the newest, in any order of the statements', () => {
  for (const { publicKey } of [a, b, c]) {
    expect(reached(publicKey, honest)).toBe('abc');
    expect(reached(publicKey, honest.toReversed())).toBe('abc');
  }
  expect(reached(b.publicKey, [...honest, ...honest])).toBe('abc');
  expect(follow(a.publicKey, honest).map(({ untilMs }) => untilMs)).toEqual([2000, 3000, undefined]);
});

const forged: readonly (readonly [string, trusted: string, readonly KeyChange[], string])[] = [
  ['a key without statements', a.publicKey, [], 'a'],
  ['a key that no statement names', thief.publicKey, honest, 't'],
  [
    'a change that the previous key did not sign',
    a.publicKey,
    [first, { ...toB, signedBefore: madeChange([thief, b], { number: 2 }).signedBefore }],
    'a',
  ],
  [
    'a change that the new key did not sign, so that its holder may not know of it',
    b.publicKey,
    [{ ...madeChange([thief, b], { number: 2 }), signed: thief.sign('x') }],
    'b',
  ],
  ['a change of another purpose', a.publicKey, [madeChange([a, b], { number: 2, purpose: 'log' })], 'a'],
  ['a change whose time was edited', a.publicKey, [{ ...toB, sinceMs: 1 }], 'a'],
  [
    'two changes of one key, as after a theft',
    a.publicKey,
    [first, toB, madeChange([a, thief], { number: 2 })],
    'a',
  ],
  [
    'two times of one change, the later of which would prolong the old key',
    a.publicKey,
    [toB, madeChange([a, b], { number: 2, sinceMs: 9_999_999 })],
    'a',
  ],
  ['a circle of keys', a.publicKey, [toB, madeChange([b, a], { number: 3 })], 'ab'],
];
test('ends a key with two successors at the earlier of their times', () => {
  const stolen = madeChange([a, thief], { number: 2, sinceMs: 1500 });
  const ends = (...changes: readonly KeyChange[]) =>
    follow(a.publicKey, changes).map(({ untilMs }) => untilMs);
  expect(ends(first, toB, stolen)).toEqual([1500]);
  expect(ends(stolen, toB)).toEqual([1500]);
  expect(ends(toB, madeChange([a, b], { number: 2, sinceMs: 9_999_999 }))).toEqual([2000]);
  expect(mayHaveSigned(follow(a.publicKey, [toB, stolen]), a.publicKey, 1501)).toBe(false);
});

test.each(forged)('does not follow %s', (_, trusted, changes, expected) => {
  expect(reached(trusted, changes)).toBe(expected);
});

describe('an old key', () => {
  const keys = follow(c.publicKey, [first, toB, toC]);
  test('may have signed until its replacement, but not afterwards', () => {
    expect(mayHaveSigned(keys, a.publicKey, 2000)).toBe(true);
    expect(mayHaveSigned(keys, a.publicKey, 2001)).toBe(false);
  });
  test('is followed by a key that may sign data that the old key left unsigned', () => {
    expect(mayHaveSigned(keys, c.publicKey, 1)).toBe(true);
    expect(mayHaveSigned(keys, thief.publicKey, 1)).toBe(false);
  });
});
