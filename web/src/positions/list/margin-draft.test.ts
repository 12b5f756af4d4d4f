/** Adding margin, as typed: its effect and any problem. */
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

test('lowers the liquidation price by 1,500 for 750 of added margin', () => {
  const { now, after, problem } = readMargin('750', facts);
  expect(problem).toBeUndefined();
  expect([now, after].map(({ closeOut }) => formatAmount(closeOut ?? 0n))).toEqual(['58500', '57000']);
  expect([now.health, after.health]).toEqual([100, 150]);
  expect(formatAmount(after.margin)).toBe('2250');
});

test('shows no liquidation price once the margin covers every price', () => {
  const rich = { ...facts, available: amount('100000') };
  expect(readMargin('40000', rich).after.closeOut).toBeNull();
});

test.each([
  ['', 'amount_missing'],
  ['0', 'amount_wrong'],
  ['1000.01', 'margin_insufficient'],
])('refuses %j with %s', (typed, code) => expect(readMargin(typed, facts).problem?.code).toBe(code));

test('adds experience credit to a position on experience credit', () => {
  const promo = { ...facts, position: toyPosition({ collateral: 'promo' }) };
  expect(readMargin('1001', promo).problem).toEqual({
    code: 'credit_insufficient',
    params: { needed: '1001', available: '1000', currency: 'USDT' },
  });
});

test('moves the slider by the cent', () => {
  expect(shareOfAvailable(33, amount('10.01'))).toBe('3.3');
  expect(shareOfAvailable(0, amount('10'))).toBe('');
  expect(availableShare(amount('5'), amount('10'))).toBe(50);
  expect(availableShare(amount('50'), amount('10'))).toBe(100);
  expect(availableShare(undefined, amount('10'))).toBe(0);
});
