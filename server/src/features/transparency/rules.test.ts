/** The share of losing customers, and the days from which it is computed. */
import { expect, test } from 'vitest';
import { CUSTOMERS_MIN, daysOf, sharePercent, twelveMonthsBefore } from './rules.ts';

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
  // Rounded up, so that the published share isn't below the actual one.
  [1, 99, '1'],
  [1, 2999, '0.1'],
  [2, 31, '6.1'],
  [724, 276, '72.4'],
];

test.each(shares)(
  'for %i losing and %i other customers, returns %s as the percentage of losers',
  (losers, others, share) => {
    expect(sharePercent(results(losers, others))).toBe(share);
  },
);

const ms = (text: string): number => Date.parse(`${text}Z`);

test('subtracts twelve calendar months from a time', () => {
  expect(twelveMonthsBefore(ms('2026-11-21T05:00:00'))).toBe(ms('2025-11-21T05:00:00'));
  expect(twelveMonthsBefore(ms('2028-02-29T00:00:00'))).toBe(ms('2027-03-01T00:00:00'));
});

test('splits a period into adjacent days', () => {
  const to = ms('2026-01-15T12:00:00.001');
  const from = twelveMonthsBefore(to);
  const days = daysOf(from, to);
  expect(days.length).toBe(365);
  expect(days[0]?.fromMs).toBe(from);
  expect(days.at(-1)?.toMs).toBe(to);
  for (const [at, day] of days.entries()) if (at > 0) expect(day.fromMs).toBe(days[at - 1]?.toMs);
  expect(daysOf(0, 1)).toEqual([{ fromMs: 0, toMs: 1 }]);
  expect(daysOf(5, 5)).toEqual([]);
});
