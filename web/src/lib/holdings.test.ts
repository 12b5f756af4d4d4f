/** The values, sums, order and shares of holdings. */
import { expect, test } from 'vitest';
import type { Wallet } from './wallet-value.ts';
import { holdingsOf, sharesOf } from './holdings.ts';

const none = { available: '0', frozen: '0' };
const wallet = (currency: string, spot: Wallet['spot'], rest: Partial<Wallet> = {}): Wallet => ({
  currency,
  spot,
  contract: none,
  option: none,
  value_usdt: '0',
  ...rest,
});
const rows = [
  { symbol: 'BTC/USDT', bid: '60000' },
  { symbol: 'ETH/USDT', bid: '3000.5' },
];

test('values coins at the bid, includes frozen coins and excludes promotional credit', () => {
  const holdings = holdingsOf(
    [
      wallet(
        'USDT',
        { available: '1000.5', frozen: '200' },
        { experience: { available: '100', frozen: '0' } },
      ),
      wallet('BTC', { available: '0.1', frozen: '0.05' }),
      wallet('ETH', none),
    ],
    { rows, openProfit: '0' },
  );
  expect(holdings.total).toBe('10200.5');
  expect(holdings.available).toBe('7000.5');
  expect(holdings.experience).toBe('100');
  expect(holdings.list.map((holding) => holding.wallet.currency)).toEqual(['BTC', 'USDT', 'ETH']);
});

test('rounds values down', () => {
  const { total } = holdingsOf([wallet('ETH', { available: '0.00000001', frozen: '0' })], {
    rows,
    openProfit: '0',
  });
  expect(total).toBe('0.00003');
});

test("uses the server's value for a currency without a quote", () => {
  const held = wallet('BNB', { available: '1', frozen: '3' }, { value_usdt: '2400' });
  expect(holdingsOf([held], { rows: [], openProfit: '0' })).toMatchObject({
    total: '2400',
    available: '600',
  });
});

test('computes shares in thousandths, and returns none if the total is zero', () => {
  const { list } = holdingsOf(
    [wallet('USDT', { available: '1000', frozen: '0' }), wallet('BTC', { available: '0.05', frozen: '0' })],
    { rows, openProfit: '0' },
  );
  expect(sharesOf(list)).toEqual([
    { currency: 'BTC', permille: 750 },
    { currency: 'USDT', permille: 250 },
  ]);
  expect(sharesOf([])).toEqual([]);
});
