/** The draft of an addition to a position's margin. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { toyPosition } from '../../live/testing/toy-position.ts';
import { coinTerms } from '../testing/toy-terms.ts';
import { availableShare, readMargin, shareOfAvailable } from './margin-draft.ts';

const facts = {
  position: toyPosition(),
  terms: coinTerms,
  quote: { bid: '60000', ask: '60010' },
  available: amount('1000'),
};

test('computes a liquidation price that is 1,500 lower after adding 750', () => {
  const { now, after, problem } = readMargin('750', facts);
  expect(problem).toBeUndefined();
  expect([now, after].map(({ closeOut }) => formatAmount(closeOut ?? 0n))).toEqual(['58500', '57000']);
  expect([now.health, after.health]).toEqual([100, 150]);
  expect(formatAmount(after.margin)).toBe('2250');
});

test('returns no liquidation price if the margin covers every price', () => {
  const rich = { ...facts, available: amount('100000') };
  expect(readMargin('40000', rich).after.closeOut).toBeNull();
});

test.each([
  ['', 'amount_missing'],
  ['0', 'amount_wrong'],
  ['1000.01', 'margin_insufficient'],
])('rejects the amount %j: %s', (typed, code) => expect(readMargin(typed, facts).problem?.code).toBe(code));

test("takes the addition from experience credit if the position's margin is experience credit", () => {
  const promo = { ...facts, position: toyPosition({ collateral: 'promo' }) };
  expect(readMargin('1001', promo).problem).toEqual({
    code: 'credit_insufficient',
    params: { needed: '1001', available: '1000', currency: 'USDT' },
  });
});

test('converts the slider position to whole cents', () => {
  expect(shareOfAvailable(33, amount('10.01'))).toBe('3.3');
  expect(shareOfAvailable(0, amount('10'))).toBe('');
  expect(availableShare(amount('5'), amount('10'))).toBe(50);
  expect(availableShare(amount('50'), amount('10'))).toBe(100);
  expect(availableShare(undefined, amount('10'))).toBe(0);
});
