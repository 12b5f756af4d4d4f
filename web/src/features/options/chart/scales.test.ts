/** The times and prices that the tick chart shows. */
import { expect, test } from 'vitest';
import { gridLevels, levelsShown, timesAround } from './scales.ts';

test.each([
  [[], 90, 12],
  [[30], 90, 33],
  [[30, 300, 60], 330, 330],
])('shows enough time for tickets with durations of %j seconds', (seconds, past, future) => {
  const { pastMs, futureMs } = timesAround(seconds);
  expect([Math.round(pastMs / 1000), Math.round(futureMs / 1000)]).toEqual([past, future]);
});

test('includes all prices with a margin', () => {
  const { from, to } = levelsShown([100, 110], 0.01, undefined);
  expect([from < 99, to > 111]).toEqual([true, true]);
});

test('rescales only when a price leaves the range or all prices fill too little of it', () => {
  const before = levelsShown([100, 110], 0.01, undefined);
  expect(levelsShown([101, 111], 0.01, before)).toBe(before);
  expect(levelsShown([101, 130], 0.01, before).to).toBeGreaterThan(130);
  expect(levelsShown([104, 105], 0.01, before)).not.toBe(before);
});

test('centres a constant price', () => {
  const { from, to } = levelsShown([100, 100], 0.01, undefined);
  expect((from + to) / 2).toBeCloseTo(100, 9);
  expect(to - from).toBeGreaterThan(0.08);
});

test('returns grid lines at round values, at least a tick apart', () => {
  expect(gridLevels({ from: 99.2, to: 111.8 }, 0.01, 4)).toEqual([100, 105, 110]);
  expect(gridLevels({ from: 1.00001, to: 1.00005 }, 0.01, 4).length).toBeLessThanOrEqual(1);
});
