/** The price of a dragged line. */
import { expect, test } from 'vitest';
import { snapped } from './line-prices.ts';

test.each([
  [63_999.996, '0.01', '64000'],
  [63_999.994, '0.01', '63999.99'],
  [1.084_449, '0.00001', '1.08445'],
  [151.26, '0.05', '151.25'],
  [-3, '0.01', '0.01'],
  [0, '0.5', '0.5'],
])('rounds the level %d to a multiple of the tick %s: %s', (level, tick, price) => {
  expect(snapped(level, tick)).toBe(price);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('returns no price for %d', (level) =>
  expect(snapped(level, '0.01')).toBeUndefined(),
);
