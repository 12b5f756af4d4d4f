/** Preset stakes. */
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { OPTION_TERMS, stakeBounds } from '@candor/domain/trading/option.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundUpToTwoDigits } from '../../../lib/top-up.ts';
import { quickStakes } from './stake.ts';

test.each([
  ['0.00015564', '0.00016'],
  ['0.00016', '0.00016'],
  ['0.0099', '0.0099'],
  ['0.00991', '0.01'],
  ['12.01', '13'],
  ['0.00000007', '0.00000007'],
])('rounds %s up to two significant digits: %s', (value, rounded) => {
  expect(formatAmount(roundUpToTwoDigits(amount(value)))).toBe(rounded);
});

test('returns fixed presets for USDT and credit, and multiples of the minimum stake for a coin', () => {
  expect(quickStakes('USDT', '10')).toEqual(['10', '25', '50', '100']);
  expect(quickStakes('EXPERIENCE', null)).toEqual(['10', '25', '50', '100']);
  expect(quickStakes('BTC', null)).toEqual([]);
  expect(quickStakes('BTC', '0.00015564')).toEqual(['0.00016', '0.00039', '0.00078', '0.0016']);
});

test('returns ascending presets within the limits at any coin price', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: ONE / 100n, max: 1_000_000n * ONE }), (bid) => {
      const { min, max } = stakeBounds(bid, OPTION_TERMS);
      const quick = quickStakes('ETH', formatAmount(min)).map(amount);
      expect(quick[0]).toBeGreaterThanOrEqual(min);
      expect(quick.at(-1)).toBeLessThanOrEqual(max);
      expect(quick).toEqual([...new Set(quick)].toSorted((a, b) => (a < b ? -1 : 1)));
    }),
  );
});
