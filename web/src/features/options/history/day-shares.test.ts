/** The bars of daily gains and losses. */
import { expect, test } from 'vitest';
import { dayShares } from './day-shares.ts';

test.each([
  [[], []],
  [['0'], [0]],
  [
    ['10', '-20', '0', '5'],
    [50, 100, 0, 25],
  ],
  // The bar of the smallest gain or loss is still visible.
  [
    ['-1000000', '0.01'],
    [100, 1],
  ],
  [
    ['90000000000000.00000001', '-45000000000000'],
    [100, 49],
  ],
])('computes the bar lengths for the daily results %o', (nets, shares) =>
  expect(dayShares(nets)).toEqual(shares),
);
