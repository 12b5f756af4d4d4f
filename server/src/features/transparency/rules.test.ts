/** The share of losers and the months that it is read from. */
import { expect, test } from 'vitest';
import { CUSTOMERS_MIN, monthBounds, sharePercent, twelveMonthsBefore } from './rules.ts';

const results = (losers: number, others: number): bigint[] => [
  ...Array.from({ length: losers }, () => -1n),
  ...Array.from({ length: others }, (_, at) => BigInt(at % 2)),
];

const shares: [losers: number, others: number, share: string | null][] = [
  [0, 0, null],
  [CUSTOMERS_MIN - 1, 0, null],
  [CUSTOMERS_MIN, 0, '100'],
  [0, CUSTOMERS_MIN, '0'],
  [15, 15, '50'],
  // Rounded up: it must never look smaller than it is.
  [1, 99, '1'],
  [1, 2999, '0.1'],
  [2, 31, '6.1'],
  [724, 276, '72.4'],
];

test.each(shares)('%i losers and %i others: %s', (losers, others, share) => {
  expect(sharePercent(results(losers, others))).toBe(share);
});

const ms = (text: string): number => Date.parse(`${text}Z`);

test('twelve months are counted by the calendar', () => {
  expect(twelveMonthsBefore(ms('2026-11-21T05:00:00'))).toBe(ms('2025-11-21T05:00:00'));
  expect(twelveMonthsBefore(ms('2028-02-29T00:00:00'))).toBe(ms('2027-03-01T00:00:00'));
});

test('the months of a year touch, and cover it from end to end', () => {
  const to = ms('2026-01-15T12:00:00');
  const bounds = monthBounds(twelveMonthsBefore(to), to);
  expect(bounds.length).toBe(14);
  expect(bounds[0]).toBe(ms('2025-01-15T12:00:00'));
  expect(bounds[1]).toBe(ms('2025-02-01T00:00:00'));
  expect(bounds.at(-2)).toBe(ms('2026-01-01T00:00:00'));
  expect(bounds.at(-1)).toBe(to);
  expect(bounds.toSorted((a, b) => a - b)).toEqual(bounds);
});
