/** The day's figures equal those of a simple computation over all entries. */
import { buildCandles, periodStart } from '@candor/domain/market/candle.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import { amount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changePercent, createDayWindow } from './day-window.ts';

test.each([
  ['100', '101.25', '1.25'],
  ['100', '98.75', '-1.25'],
  ['3', '4', '33.33'],
  ['4', '3', '-25'],
  ['3', '5', '66.67'],
  ['3', '2', '-33.33'],
  ['100', '100', '0'],
  ['100', '100.004', '0'],
  ['100', '99.996', '0'],
])('computes a change from %s to %s as %s per cent', (from, to, percent) => {
  expect(changePercent(amount(from), amount(to))).toBe(amount(percent));
});

const entries = fc
  .array(
    fc.record({
      stepMs: fc.oneof(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 0, max: 30 * 3_600_000 })),
      last: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      volume: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((steps) => {
    let timeMs = 1_723_000_000_000;
    return steps.map(({ stepMs, last, volume }) => {
      timeMs += stepMs;
      return { timeMs, last, volume };
    });
  });

test('returns the same figures after every entry, however many entries were loaded from storage', () => {
  fc.assert(
    fc.property(entries, fc.nat(), (made, cut) => {
      const stored = made.slice(0, cut % made.length);
      const window = createDayWindow(buildCandles(stored, MINUTE_MS));
      for (let at = stored.length; at < made.length; at += 1) {
        const entry = made[at] as (typeof made)[number];
        window.take(entry);
        const minute = periodStart(entry.timeMs, MINUTE_MS);
        const seen = made.slice(0, at + 1);
        const inside = seen.filter((one) => periodStart(one.timeMs, MINUTE_MS) > minute - DAY_MS);
        const before = seen.findLast((one) => periodStart(one.timeMs, MINUTE_MS) <= minute - DAY_MS);
        const lasts = inside.map((one) => one.last).toSorted((one, other) => (one < other ? -1 : 1));
        const figures = window.figures();
        expect(figures).toMatchObject({
          open: (before ?? inside[0])?.last,
          high: lasts.at(-1),
          low: lasts[0],
          volume: inside.reduce((sum, one) => sum + one.volume, 0n),
          changePercent: changePercent((before ?? inside[0])?.last ?? 1n, entry.last),
        });
        expect(figures?.spark.at(-1)).toBe(entry.last);
      }
    }),
    { numRuns: 60 },
  );
});

test('fills half hours without an entry with the last earlier price', () => {
  const HALF_HOUR_MS = 30 * MINUTE_MS;
  const startMs = periodStart(1_723_000_000_000, DAY_MS);
  const window = createDayWindow([]);
  const at = (halfHours: number, last: bigint): void =>
    window.take({ timeMs: startMs + halfHours * HALF_HOUR_MS, last, volume: 0n });
  at(0, 10n);
  at(1, 20n);
  expect(window.figures()?.spark).toEqual([10n, 20n]);
  // A demo is set forward by two hours, and then by a day.
  at(5, 30n);
  expect(window.figures()?.spark).toEqual([10n, 20n, 20n, 20n, 20n, 30n]);
  at(53, 40n);
  const spark = window.figures()?.spark ?? [];
  expect(spark.slice(0, 2)).toEqual([30n, 30n]);
  expect(new Set(spark.slice(0, -1))).toEqual(new Set([30n]));
  expect([spark.length, spark.at(-1)]).toEqual([49, 40n]);
});
