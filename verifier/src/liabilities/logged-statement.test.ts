/** A statement is accepted only at the place of the log that has its entry. */
import { expect, test } from 'vitest';
import { readEntry } from '../watch/entries.ts';
import { leafHash, rootOf } from '../tlog/merkle.ts';
import { tilePath } from '../tlog/tiles.ts';
import { entryOf, isLogged } from './logged-statement.ts';
import { makeStatement } from './testing/made-statement.ts';

const made = makeStatement([{ customer: '7', seq: 1, currency: 'USDT', parts: [3n, 4n] }], { number: 2 });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const leaves = ['one', 'two', entryOf(made.text) ?? '', 'four', 'five'].map((text) => leafHash(bytes(text)));
const checkpoint = { origin: 'log', size: leaves.length, root: rootOf(leaves), note: '' } as never;
const read = async (path: string): Promise<Uint8Array> => {
  expect(path).toBe(tilePath({ level: 0, number: 0, width: leaves.length }));
  return Uint8Array.from(leaves.flatMap((hash) => [...hash]));
};
const at = { text: made.text, index: 2, checkpoint, read };

test('generates the log entry that the watch reads', () => {
  const { root, sums } = made;
  const entry = { kind: 'liabilities', number: 2, asOfMs: 1_000, leaves: 2, root, sums };
  expect(readEntry(entryOf(made.text) ?? '')).toEqual(entry);
  expect(entryOf('x')).toBeUndefined();
});

test.each([
  ['at its place', {}, true],
  ['at another place', { index: 1 }, false],
  ['with another sum', { text: made.text.replace('|7\n', '|8\n') }, false],
  ['with a malformed text', { text: `${made.text}x` }, false],
  ['at no place', { index: -1 }, false],
  ['at a place that the checkpoint does not cover yet', { index: 5 }, undefined],
])('judges a statement %s', async (_, change, verdict) => {
  expect(await isLogged({ ...at, ...change })).toBe(verdict);
});
