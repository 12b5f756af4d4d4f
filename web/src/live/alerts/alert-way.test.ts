/** The direction of a price alert. */
import { expect, test } from 'vitest';
import { wayTo } from './alert-way.ts';

test.each([
  ['101', '100', 'above'],
  ['100', '100', 'above'],
  ['99.99999999', '100', 'below'],
  ['0', '100', undefined],
  ['', '100', undefined],
  ['1.2.3', '100', undefined],
])('returns the direction of an alert at "%s" with the price at %s: %s', (level, last, way) =>
  expect(wayTo(level, last)).toBe(way),
);
