/** Months and years in UTC. */
import { expect, test } from 'vitest';
import { periodOf, periodsBetween } from './period.ts';

test.each([
  ['2026-11', '2026-11-01', '2026-12-01'],
  ['2026-12', '2026-12-01', '2027-01-01'],
  ['2028-02', '2028-02-01', '2028-03-01'],
  ['2026', '2026-01-01', '2027-01-01'],
])('%s lasts from %s to %s', (name, from, to) => {
  expect(periodOf(name)).toEqual({ name, fromMs: Date.parse(from), toMs: Date.parse(to) });
});

test.each(['', '26', '2026-13', '2026-00', '2026-1', '2026-11-01', '1969', '+2026', '2026 '])(
  'rejects %j',
  (name) => {
    expect(periodOf(name)).toBeUndefined();
  },
);

test('lists every month and year from the first to the last, newest first', () => {
  expect(periodsBetween(Date.parse('2025-11-30T23:59:59Z'), Date.parse('2026-02-01'))).toEqual({
    months: ['2026-02', '2026-01', '2025-12', '2025-11'],
    years: ['2026', '2025'],
  });
});
