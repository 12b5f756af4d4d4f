/** Referral shares of a payment of fund income. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { referralShare } from './shares.ts';

test.each([
  ['1', '0.05', '0.05'],
  ['18.3', '0.03', '0.549'],
  ['0.01', '0.05', '0.0005'],
  ['0.01', '0.01', '0.0001'],
  ['0.00000099', '0.01', '0'],
  ['0.00000019', '0.05', '0'],
  ['0.0000002', '0.05', '0.00000001'],
  ['123456789.12345678', '0.05', '6172839.45617283'],
])('computes the share of %s at %s as %s', (income, rate, share) => {
  expect(formatAmount(referralShare(amount(income), amount(rate)))).toBe(share);
});

test('computes shares of three levels that sum to at most nine per cent and are each rounded by less than a unit', () => {
  const rates = ['0.05', '0.03', '0.01'].map(amount);
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), (income) => {
      const sum = rates.reduce((total, rate) => total + referralShare(income, rate), 0n);
      expect(sum * 100n <= income * 9n).toBe(true);
      expect((sum + 3n) * 100n > income * 9n).toBe(true);
    }),
  );
});
