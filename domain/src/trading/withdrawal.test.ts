/** The fee and the payout of a withdrawal. */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { withdrawalCost } from './withdrawal.ts';

test.each([
  ['USDT', '30', '0.001', '0.03', '29.97'],
  ['USDT', '100000', '0.001', '100', '99900'],
  ['USDT', '30.00000001', '0.001', '0.03000001', '29.97'],
  ['USDT', '33.33333333', '0.001', '0.03333433', '33.299999'],
  ['BTC', '0.12345678', '0.001', '0.00012346', '0.12333332'],
  ['ETH', '1', '0', '0', '1'],
])(
  'computes for a withdrawal of %s %s at a fee rate of %s a fee of %s and a payout of %s',
  (currency, asked, feeRate, fee, arrives) => {
    const cost = withdrawalCost({ currency, amount: amount(asked), feeRate: amount(feeRate) });
    expect([formatAmount(cost.fee), formatAmount(cost.arrives)]).toEqual([fee, arrives]);
  },
);

it('deducts the fee from the amount and rounds it by less than the smallest transferable amount', () => {
  const asked = fc.bigInt({ min: 1n, max: 10n ** 16n });
  const rate = fc.bigInt({ min: 0n, max: 10n ** 7n });
  fc.assert(
    fc.property(fc.constantFrom('USDT', 'BTC'), asked, rate, (currency, value, feeRate) => {
      const { fee, arrives } = withdrawalCost({ currency, amount: value, feeRate });
      const step = currency === 'USDT' ? 100n : 1n;
      expect(fee + arrives).toBe(value);
      expect(arrives % step).toBe(0n);
      expect(arrives >= 0n).toBe(true);
      // The fee is at least the exact fee, and exceeds it by less than the smallest transferable amount plus a unit.
      const over = fee * 100_000_000n - value * feeRate;
      expect(over >= 0n && over < (step + 1n) * 100_000_000n).toBe(true);
    }),
  );
});
