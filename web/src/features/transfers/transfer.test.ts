/** The transfer form: its two accounts, the checks of the amount, and the balances afterwards. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Wallet } from '../../lib/wallet-value.ts';
import { accounts, endsOf, readTransfer, withEnd } from './transfer.ts';

const wallet: Wallet = {
  currency: 'USDT',
  spot: { available: '1000.12345678', frozen: '5' },
  contract: { available: '20', frozen: '0' },
  option: { available: '0', frozen: '0' },
  value_usdt: '1025.12345678',
};
const draft = { currency: 'USDT', from: 'spot', to: 'contract', amount: '' };

test.each([
  ['', 'spot', 'amount_missing'],
  ['0', 'spot', 'amount_missing'],
  ['1000.12345679', 'spot', 'too_much'],
  ['1000.12345678', 'spot', undefined],
  ['100.', 'spot', undefined],
  ['1', 'option', 'nothing_there'],
])('accepts the amount "%s" from the account %s or reports its problem: %s', (typed, from, problem) => {
  expect(readTransfer({ ...draft, from, amount: typed }, wallet).problem).toBe(problem);
});

test('computes both balances after the transfer, and requests exactly the typed amount', () => {
  const view = readTransfer({ ...draft, amount: '100.5' }, wallet);
  expect(formatAmount(view.after.from)).toBe('899.62345678');
  expect(formatAmount(view.after.to)).toBe('120.5');
  expect(view.request).toEqual({ currency: 'USDT', from: 'spot', to: 'contract', amount: '100.5' });
});

test('excludes frozen amounts, and treats a missing wallet as empty', () => {
  expect(readTransfer({ ...draft, amount: '1005' }, wallet).problem).toBe('too_much');
  expect(readTransfer({ ...draft, currency: 'ETH', amount: '1' }, undefined).problem).toBe('nothing_there');
});

test.each([
  ['spot', 'spot', 'spot', 'contract'],
  ['contract', 'contract', 'contract', 'spot'],
  ['', 'option', 'spot', 'option'],
  ['gone', '', 'spot', 'contract'],
])('converts the stored accounts "%s" and "%s" to %s and %s', (from, to, readFrom, readTo) => {
  expect(endsOf({ from, to })).toEqual({ from: readFrom, to: readTo });
});

test('applies every choice of an account and keeps the two accounts different', () => {
  const account = fc.constantFrom(...accounts);
  const side = fc.constantFrom('from' as const, 'to' as const);
  fc.assert(
    fc.property(account, account, side, account, (from, to, chosenSide, chosen) => {
      const ends = withEnd(endsOf({ from, to }), chosenSide, chosen);
      expect(ends.from).not.toBe(ends.to);
      expect(ends[chosenSide]).toBe(chosen);
    }),
  );
});

test('keeps the total of both accounts unchanged for any amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_000_00000000n }), (typed) => {
      const view = readTransfer({ ...draft, amount: formatAmount(typed) }, wallet);
      expect(view.after.from + view.after.to).toBe(amount('1020.12345678'));
      expect(view.after.from).toBeGreaterThanOrEqual(0n);
    }),
  );
});
