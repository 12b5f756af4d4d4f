/** Several entries about the refused orders of a minute: each continues the one before, and no kind is counted twice. */
import { expect, test } from 'vitest';
import { readRefusedEntry } from '../fill-quality/refused.ts';
import { LoggedRecords } from './logged-records.ts';

const [a, b, c] = [
  '1|spot|A/B|buy|price_moved|1',
  '1|spot|B/C|buy|price_moved|1',
  '1|spot|C/D||x|1',
] as const;
const alarmsOf = (...entries: readonly (readonly [number, ...string[]])[]): number => {
  const records = new LoggedRecords();
  return entries.flatMap(([minute, ...lines]) => {
    const text = `candor-refused-v1|${minute * 60_000}|${lines.length}|${lines.join(';')}`;
    const entry = readRefusedEntry(text);
    if (entry === undefined) throw new Error(`expected an entry, found ${text}`);
    return records.addRefused(entry, text);
  }).length;
};

test.each([
  [
    'a minute in two entries',
    [
      [1, a],
      [1, b, c],
    ],
    0,
  ],
  [
    'consecutive minutes',
    [
      [1, c],
      [2, a],
    ],
    0,
  ],
  [
    'a kind repeated in the next entry',
    [
      [1, a, b],
      [1, b],
    ],
    1,
  ],
  ['a kind twice in one entry', [[1, a, a]], 1],
  [
    'entries of a minute in another order',
    [
      [1, b],
      [1, a],
    ],
    1,
  ],
  [
    'an older minute',
    [
      [2, a],
      [1, b],
    ],
    1,
  ],
] as const)('raises the expected number of alarms for %s', (_, entries, expected) => {
  expect(alarmsOf(...entries)).toBe(expected);
});
