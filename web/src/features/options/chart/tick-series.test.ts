/** Lines and gaps of the tick chart. */
import { expect, test } from 'vitest';
import type { Tick } from './tick-series.ts';
import { drawnOf, isUnclear, joinTicks } from './tick-series.ts';

const tick = (seq: number, seconds: number, gap = false): Tick => ({
  seq,
  timeMs: seconds * 1000,
  level: 100 + seq,
  gap,
});
const runs = (ticks: readonly Tick[], nowSeconds: number) =>
  drawnOf(ticks, nowSeconds * 1000).runs.map((run) => run.map(({ seq }) => seq));
const gaps = (ticks: readonly Tick[], nowSeconds: number) =>
  drawnOf(ticks, nowSeconds * 1000).gaps.map(({ fromMs, toMs }) => [fromMs / 1000, toMs / 1000]);

test('merges history and live ticks, keeps each entry once, and drops old entries', () => {
  const joined = joinTicks([tick(1, 1), tick(2, 2), tick(4, 4)], [tick(4, 4), tick(3, 3)], 2000);
  expect(joined.map(({ seq }) => seq)).toEqual([2, 3, 4]);
});

test('reports a gap if two ticks are more than three seconds apart', () => {
  const near = [tick(1, 1), tick(2, 4)];
  expect([runs(near, 4), gaps(near, 4)]).toEqual([[[1, 2]], []]);
  const far = [tick(1, 1), tick(2, 4.001)];
  expect([runs(far, 5), gaps(far, 5)]).toEqual([[[1], [2]], [[1, 4.001]]]);
});

test('splits the line at an entry without a price, even after a short time', () => {
  const ticks = [tick(1, 1), tick(2, 2, true), tick(3, 3), tick(4, 4)];
  expect([runs(ticks, 4), gaps(ticks, 4)]).toEqual([[[1], [3, 4]], [[1, 3]]]);
});

test('reports a gap up to the present if the last tick is too old', () => {
  const ticks = [tick(1, 1), tick(2, 2)];
  expect(gaps(ticks, 5)).toEqual([]);
  expect(gaps(ticks, 6)).toEqual([[2, 6]]);
  expect(gaps([...ticks, tick(3, 5.2, true)], 9)).toEqual([[2, 9]]);
});

test('reads the tape again only after a long pause in which entries may have been missed', () => {
  const known = tick(5, 10);
  expect(isUnclear(known, tick(7, 12))).toBe(false);
  expect(isUnclear(known, tick(6, 20))).toBe(false);
  expect(isUnclear(known, tick(7, 20))).toBe(true);
});
