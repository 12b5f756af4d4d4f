/** The log's counts of orders refused at once: which entries are read, and which published figures contradict them. */
import { expect, test } from 'vitest';
import { readRefusedEntry, refusedDifferences, refusedOf } from './refused.ts';
import type { RefusedEntry } from './refused.ts';

const DAY = '2026-11-27';
const NUMBER = Date.parse(`${DAY}T00:00:00Z`) / 86_400_000;
const price = `${NUMBER}|spot|BTC/USDT|buy|price_moved`;
const entryOf = (minuteMs: number, total: number, lines: string): RefusedEntry => {
  const entry = readRefusedEntry(`candor-refused-v1|${minuteMs}|${total}|${lines}`);
  if (entry === undefined) throw new Error(`expected ${lines} to be readable`);
  return entry;
};

test.each([
  ['counts that do not add up', `candor-refused-v1|60000|3|${price}|2`],
  ['a time that does not begin a minute', `candor-refused-v1|60001|2|${price}|2`],
  ['a line without a reason', `candor-refused-v1|60000|2|${NUMBER}|spot|BTC/USDT|buy|2`],
  ['a count of zero', `candor-refused-v1|60000|0|${price}|0`],
  ['a count with a leading zero', `candor-refused-v1|60000|2|${price}|02`],
  ['no line', 'candor-refused-v1|60000|0|'],
])('rejects an entry with %s', (_, text) => {
  expect(readRefusedEntry(text)).toBeUndefined();
});

const closing = `${NUMBER}|contract|||position_closing`;
const entries = [
  entryOf(60_000, 3, `${price}|2;${closing}|1`),
  entryOf(120_000, 5, `${price}|1;${NUMBER + 1}|spot|BTC/USDT|buy|price_moved|4`),
  entryOf(180_000, 9, `${price}|9`),
];
const counted = (of: string, count: number) => {
  const [product = '', symbol = '', side = '', reason = ''] = of.split('|').slice(1);
  return { product, symbol, side, reason, count };
};

test('sums the minutes of a day by the market clock, up to the newest published one', () => {
  expect(refusedOf(entries, DAY, 120_000)).toEqual([counted(closing, 1), counted(price, 3)]);
});

test.each([
  ['the figures of the log', [counted(closing, 1), counted(price, 3)], []],
  ['fewer refusals', [counted(closing, 1), counted(price, 2)], ['spot|BTC/USDT|buy|price_moved']],
  ['a reason left out', [counted(price, 3)], ['contract|||position_closing']],
  [
    'a refusal under another reason',
    [counted(closing, 1), counted(price.replace('price_moved', 'balance_insufficient'), 3)],
    ['spot|BTC/USDT|buy|balance_insufficient', 'spot|BTC/USDT|buy|price_moved'],
  ],
])('compares %s', (_, published, differing) => {
  expect(refusedDifferences(published, refusedOf(entries, DAY, 120_000))).toEqual(differing);
});
