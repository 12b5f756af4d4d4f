/** Which way a level is waited for. */
import { expect, test } from 'vitest';
import { wayTo } from './alert-way.ts';

test.each([
  ['101', '100', 'above'],
  ['100', '100', 'above'],
  ['99.99999999', '100', 'below'],
  ['0', '100', undefined],
  ['', '100', undefined],
  ['1.2.3', '100', undefined],
])('%s while the price is %s: %s', (level, last, way) => expect(wayTo(level, last)).toBe(way));
