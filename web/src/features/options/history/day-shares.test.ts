/** Bars of gains and losses on one scale. */
import { expect, test } from 'vitest';
import { dayShares } from './day-shares.ts';

test.each([
  [[], []],
  [['0'], [0]],
  [
    ['10', '-20', '0', '5'],
    [50, 100, 0, 25],
  ],
  // A day with any gain or loss is visible, however small.
  [
    ['-1000000', '0.01'],
    [100, 1],
  ],
  [
    ['90000000000000.00000001', '-45000000000000'],
    [100, 49],
  ],
])('computes the bar lengths of %o', (nets, shares) => expect(dayShares(nets)).toEqual(shares));
