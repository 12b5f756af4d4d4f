/**
 * The cost of a withdrawal: never more than stated, never an amount that a network can't transfer, and fee plus payout equal
 * the amount.
 */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { withdrawalCost } from './withdrawal.ts';

test.each([
  ['USDT', '30', '0.001', '0.03', '29.97'],
  ['USDT', '100000', '0.001', '100', '99900'],
  // The remainder beyond six decimals is part of the fee.
  ['USDT', '30.00000001', '0.001', '0.03000001', '29.97'],
  ['USDT', '33.33333333', '0.001', '0.03333433', '33.299999'],
  ['BTC', '0.12345678', '0.001', '0.00012346', '0.12333332'],
  ['ETH', '1', '0', '0', '1'],
])('%s %s at %s: fee %s, arrives %s', (currency, asked, feeRate, fee, arrives) => {
  const cost = withdrawalCost({ currency, amount: amount(asked), feeRate: amount(feeRate) });
  expect([formatAmount(cost.fee), formatAmount(cost.arrives)]).toEqual([fee, arrives]);
});

it('takes the fee out of the amount and rounds by less than the smallest transferable amount', () => {
  const asked = fc.bigInt({ min: 1n, max: 10n ** 16n });
  const rate = fc.bigInt({ min: 0n, max: 10n ** 7n });
  fc.assert(
    fc.property(fc.constantFrom('USDT', 'BTC'), asked, rate, (currency, value, feeRate) => {
      const { fee, arrives } = withdrawalCost({ currency, amount: value, feeRate });
      const step = currency === 'USDT' ? 100n : 1n;
      expect(fee + arrives).toBe(value);
      expect(arrives % step).toBe(0n);
      expect(arrives >= 0n).toBe(true);
      // Never below the exact fee, and above it by less than the smallest transferable amount plus a unit.
      const over = fee * 100_000_000n - value * feeRate;
      expect(over >= 0n && over < (step + 1n) * 100_000_000n).toBe(true);
    }),
  );
});
