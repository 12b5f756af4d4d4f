/** The data of a log that a watch may drop, so that its memory does not grow with every entry. */
import { expect, test } from 'vitest';
import { pagesOf } from './check-tape.ts';
import { LEDGER, Logged } from './logged.ts';
import { NewestEntries } from './newest-entries.ts';

const HASH = 'a'.repeat(64);
const head = (symbol: string, seq: number): string => `candor-checkpoint-v1|${symbol}|${seq}|${HASH}|${seq}`;

test('keeps the ends of pages and the two newest of the compared heads, and every head that was not compared', () => {
  const logged = new Logged();
  for (let seq = 100; seq <= 3500; seq += 100) {
    expect(logged.add(head('BTC/USDT', seq))).toEqual([]);
    if (seq <= 3000) logged.settle('BTC/USDT', seq);
  }
  const seqs = logged.headsOf('BTC/USDT').map(({ seq }) => seq);
  expect(seqs).toEqual([1000, 2000, 2800, 2900, 3000, 3100, 3200, 3300, 3400, 3500]);
  // A page is still read from the end of the one before.
  expect(pagesOf(logged.headsOf('BTC/USDT')).map(({ before }) => before?.seq)).toEqual([
    undefined,
    1000,
    2000,
    3000,
  ]);
});

test('keeps the two newest roots of the ledger, and still finds one that goes back', () => {
  const logged = new Logged();
  for (let seq = 1; seq <= 50; seq += 1) expect(logged.add(head(LEDGER, seq))).toEqual([]);
  expect(logged.headsOf(LEDGER).map(({ seq }) => seq)).toEqual([49, 50]);
  expect(logged.add(head(LEDGER, 50)).map(({ kind }) => kind)).toEqual(['head_conflicts']);
});

test('deletes the oldest entries about customers, and reports the index up to which they were deleted', () => {
  const newest = new NewestEntries(2);
  const entries = ['x', ...[1, 2, 3].map((number) => `candor-private-v1|book|${number}`)];
  for (const entry of entries) newest.add(entry);
  expect([newest.size, newest.forgotten, newest.privateEntry(1)]).toEqual([4, 2, undefined]);
  expect([newest.privateEntry(2), newest.privateEntry(3)]).toEqual(entries.slice(2));
});

test('finds two batches of receipts with one number', () => {
  const logged = new Logged();
  const batch = (number: number, root: string): string => `candor-receipts-v1|${number}|1|1|${root}`;
  for (const number of [7, 5, 6]) expect(logged.add(batch(number, HASH))).toEqual([]);
  expect(logged.add(batch(5, 'b'.repeat(64))).map(({ kind }) => kind)).toEqual(['receipt_invalid']);
});
