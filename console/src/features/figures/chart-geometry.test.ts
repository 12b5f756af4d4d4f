/** The geometry of the charts. */
import { amount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { chartOf } from './chart-geometry.ts';
import type { ChartLine } from './chart-lines.ts';

const SIZE = { width: 200, height: 100 };
const line = (...values: (string | undefined)[]): ChartLine => ({
  ...{ series: 'fees', key: '' },
  values: values.map((value) => (value === undefined ? undefined : amount(value))),
});

test('puts bars of a span on top of each other, gains above zero and losses below', () => {
  const { bars, top, bottom, zero } = chartOf(
    'stacked',
    [line('20', '0'), line('60', '0'), line('-20', '0')],
    SIZE,
  );
  expect({ top, bottom, zero }).toEqual({ top: amount('80'), bottom: amount('-20'), zero: 80 });
  expect(bars.map(({ line: at, y, height }) => [at, y, height])).toEqual([
    [0, 60, 20],
    [1, 0, 60],
    [2, 80, 20],
  ]);
});

test('puts bars of a span side by side within its width', () => {
  const { bars } = chartOf('grouped', [line('10', '5'), line('5', undefined)], SIZE);
  expect(bars.map(({ line: of, at, x, width }) => [of, at, x, width])).toEqual([
    [0, 0, 14, 36],
    [0, 1, 114, 36],
    [1, 0, 50, 36],
  ]);
});

test('draws a line from the middle of each span, with a new one after a gap', () => {
  const { strokes } = chartOf('lines', [line('0', '10', undefined, '5')], SIZE);
  expect(strokes.map(({ points }) => points)).toEqual(['25,100 75,0', '175,50']);
});

test.each([
  ['7', '8'],
  ['8', '8'],
  ['9', '10'],
  ['1234.5', '2000'],
  ['0.00000004', '0.00000005'],
])('ends the scale of %s at %s', (value, top) => {
  expect(chartOf('lines', [line(value)], SIZE).top).toBe(amount(top));
});

test('begins the scale at zero, also if no value is near it', () => {
  expect(chartOf('lines', [line('990', '1000')], SIZE)).toMatchObject({ bottom: 0n, zero: 100 });
});

test('draws a chart without values, and keeps a small bar visible', () => {
  expect(chartOf('stacked', [line('0', '0')], SIZE)).toMatchObject({ bars: [], zero: 100 });
  expect(chartOf('grouped', [line('100000', '0.01')], SIZE).bars[1]).toMatchObject({ height: 1 });
});
