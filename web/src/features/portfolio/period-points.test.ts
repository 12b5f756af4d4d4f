/** Which points a chart shows, where they are, and how finger and keyboard move along them. */
import { expect, test } from 'vitest';
import { afterKey, drawnOf, nearestTo, pointsOf } from './period-points.ts';

const DAY = 86_400;
const flow = (time: number) => ({
  ...({ time, kind: 'deposit', currency: 'USDT', amount: '1', value_usdt: '1' } as const),
});
/** The ends of days 1 to 10, and a moment on day 10. */
const points = [...Array.from({ length: 10 }, (_, at) => (at + 1) * DAY), 10 * DAY + 60].map((time, at) => ({
  time,
  value_usdt: String(100 + at),
}));

test.each([
  ['1w', 4],
  ['1m', 1],
  ['all', 1],
] as const)('shows the period %s from the end of day %i to now', (period, from) => {
  const shown = pointsOf({ points, flows: [] }, { period, total: undefined });
  expect(shown[0]?.time).toBe(from * DAY);
  expect(shown.at(-1)).toEqual({ time: 10 * DAY + 60, value: '110', flows: [] });
});

test('ends with the total shown on the screen', () => {
  expect(pointsOf({ points, flows: [] }, { period: '1w', total: '7' }).at(-1)?.value).toBe('7');
  expect(pointsOf({ points: [], flows: [] }, { period: '1w', total: '7' })).toEqual([]);
});

test('marks each flow at the end of its day, and today’s flows at the newest point', () => {
  const flows = [flow(1), flow(DAY), flow(10 * DAY - 1), flow(10 * DAY), flow(10 * DAY + 60)];
  const marked = pointsOf({ points, flows }, { period: 'all', total: undefined })
    .filter((point) => point.flows.length > 0)
    .map((point) => [point.time, point.flows.map(({ time }) => time)]);
  expect(marked).toEqual([
    [DAY, [1]],
    [2 * DAY, [DAY]],
    [10 * DAY, [10 * DAY - 1]],
    [10 * DAY + 60, [10 * DAY, 10 * DAY + 60]],
  ]);
});

test('draws the lowest value at the bottom and the highest at the top, and a small change as a small step', () => {
  const at = (value: string, time: number) => ({ time, value });
  const { places, low, high } = drawnOf([at('50', 0), at('100', 50), at('75', 100)]);
  expect([low, high]).toEqual(['50', '100']);
  expect(places).toEqual([
    { x: 0, y: 94 },
    { x: 50, y: 6 },
    { x: 100, y: 50 },
  ]);
  const [one, two] = drawnOf([at('1000', 0), at('1001', 1)]).places;
  expect((one?.y ?? 0) - (two?.y ?? 0)).toBeLessThan(5);
});

test('draws debts below zero', () => {
  const { places } = drawnOf([
    { time: 0, value: '-50' },
    { time: 1, value: '-10' },
  ]);
  expect(places.map(({ y }) => y)).toEqual([94, 6]);
});

test.each([
  [0, 0],
  [0.2, 0],
  [0.3, 1],
  [0.76, 2],
  [1, 2],
] as const)('finds the point nearest to %f of the width', (part, at) => {
  const places = [0, 50, 100].map((x) => ({ x, y: 0 }));
  expect(nearestTo({ places }, part)).toBe(at);
});

test.each([
  ['ArrowLeft', 5, 4],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 9, 9],
  ['PageDown', 9, 2],
  ['PageUp', 5, 9],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['Enter', 5, undefined],
] as const)('moves with the key %s from point %i to %s', (key, at, to) => {
  expect(afterKey(key, at, 10)).toBe(to);
});
