/** The tier of an amount: at each boundary, one unit of 10⁻⁸ above and below it, and outside all tiers. */
import { expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import { rangeOf, tierOf } from './tier.ts';

const bounds = [
  ['500', '5000'],
  ['5000', '50000'],
  ['50000', '200000'],
  ['200000', '500000'],
  ['500000', '1000000'],
  ['1000000', '5000000'],
];
const tiers = bounds.map(([min = '', max = ''], at) => ({ id: at + 1, min: amount(min), max: amount(max) }));

test.each([
  ['0', undefined],
  ['0.00000001', undefined],
  ['499.99999999', undefined],
  ['500', 1],
  ['500.00000001', 1],
  ['4999.99999999', 1],
  ['5000', 2],
  ['49999.99999999', 2],
  ['50000', 3],
  ['200000', 4],
  ['500000', 5],
  ['999999.99999999', 5],
  ['1000000', 6],
  ['4999999.99999999', 6],
  ['5000000', 6],
  ['5000000.00000001', undefined],
])('assigns an amount of %s USDT to the tier %s', (value, id) => {
  expect(tierOf(tiers, amount(value))?.id).toBe(id);
});

test('assigns each boundary except the first and the last to the higher tier', () => {
  for (const { id, min } of tiers.slice(1)) {
    expect(tierOf(tiers, min)?.id).toBe(id);
    expect(tierOf(tiers, min - 1n)?.id).toBe(id - 1);
  }
});

test('assigns an amount to one of two overlapping tiers, and an amount between two tiers to none', () => {
  const [one, two] = [tiers[0], tiers[2]] as [(typeof tiers)[0], (typeof tiers)[0]];
  const odd = [one, { id: 9, min: amount('4000'), max: amount('6000') }, two];
  expect(tierOf(odd, amount('4500'))?.id).toBe(9);
  expect(tierOf(odd, amount('6000'))?.id).toBe(undefined);
  expect(tierOf([one], amount('5000'))?.id).toBe(1);
  expect(tierOf([], amount('5000'))).toBe(undefined);
});

test('returns the least and the greatest amount of all tiers', () => {
  expect(rangeOf(tiers)).toEqual({ min: amount('500'), max: amount('5000000') });
  expect(rangeOf([tiers[2], tiers[0]].filter((one) => one !== undefined))).toEqual({
    min: amount('500'),
    max: amount('200000'),
  });
  expect(rangeOf([])).toBe(undefined);
});
