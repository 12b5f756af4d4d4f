/** The portfolio's data about coins, allocation, income and fees. */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { incomeSources } from '@candor/protocol/wallets/schemas.ts';
import { allocationOf, bestAndWorstCoin, coinsHeld, costInUsdt, incomeOf } from './figures.ts';

const coin = (currency: string, quantity: string, cost: string, realised = '0') => ({
  ...{ currency, quantity, cost, realised },
  average_cost: quantity === '0' ? null : '1',
});
const rows = [
  { symbol: 'BTC/USDT', bid: '60000' },
  { symbol: 'ETH/USDT', bid: '3000' },
];
const coins = [
  coin('BTC', '0.5', '20000', '12.5'),
  coin('ETH', '1', '4000', '-2.5'),
  coin('SOL', '0', '0', '5'),
  coin('XYZ', '3', '9'),
];
const cost = (
  kind: 'spot_fee' | 'loan_fee' | 'loan_interest' | 'withdrawal_fee',
  value: string,
  currency = 'USDT',
) => ({
  ...{ kind, amount: value, currency, base: '0', percent: null },
});

test('lists the coins held with their profit, most valuable first, and those without a price last', () => {
  expect(coinsHeld(coins, rows)).toEqual([
    {
      ...{ currency: 'BTC', quantity: '0.5', averageCost: '1', price: '60000', value: '30000' },
      ...{ profit: '10000', percent: '50' },
    },
    {
      ...{ currency: 'ETH', quantity: '1', averageCost: '1', price: '3000', value: '3000' },
      ...{ profit: '-1000', percent: '-25' },
    },
    {
      ...{ currency: 'XYZ', quantity: '3', averageCost: '1', price: undefined, value: undefined },
      ...{ profit: undefined, percent: undefined },
    },
  ]);
});

test('finds the best and the worst coin, and no best coin if all coins made losses', () => {
  const { best, worst } = bestAndWorstCoin(coinsHeld(coins, rows));
  expect([best?.currency, worst?.currency]).toEqual(['BTC', 'ETH']);
  const [, ...losing] = coinsHeld(coins, rows);
  expect(bestAndWorstCoin(losing)).toMatchObject({ best: undefined, worst: { currency: 'ETH' } });
  expect(bestAndWorstCoin([])).toEqual({ best: undefined, worst: undefined });
});

const none = { available: '0', frozen: '0' };
const wallet = (currency: string, value: string) => ({
  wallet: { currency, spot: none, contract: none, option: none, value_usdt: value },
  value: amount(value),
});
const parts = (fund: string) => ({
  ...{ spot: 0n, contract: 0n, option: 0n, open_profit: 0n, due: 0n, loans: 0n },
  fund: amount(fund),
});

test('divides the money among currencies and the fund, which does not count as cash', () => {
  const shares = allocationOf([wallet('USDT', '700'), wallet('BTC', '300'), wallet('ETH', '0')], {
    parts: parts('500'),
  });
  expect(shares).toEqual([
    { name: 'fund', value: '500', permille: 500 },
    { name: 'BTC', value: '300', permille: 300 },
    { name: 'USDT', value: '200', permille: 200 },
  ]);
  expect(allocationOf([wallet('USDT', '0')], { parts: parts('0') })).toEqual([]);
});

test('lists income by source from the figures of other screens, and the cost of borrowing as a negative amount', () => {
  const income = {
    ...{ today: '0', total: '7' },
    sources: incomeSources.map((source) => ({ source, today: '0', total: source === 'fund' ? '7' : '0' })),
  };
  const costs = [cost('loan_fee', '1'), cost('loan_interest', '2.5'), cost('spot_fee', '9')];
  expect(incomeOf(income, coins, costs)).toEqual([
    { source: 'spot', total: '15' },
    { source: 'fund', total: '7' },
    { source: 'interest', total: '-3.5' },
  ]);
});

test('sums the fees in USDT only', () => {
  expect(
    costInUsdt([cost('spot_fee', '1.5'), cost('withdrawal_fee', '0.001', 'BTC'), cost('loan_fee', '2')]),
  ).toBe('3.5');
  expect(costInUsdt([])).toBe('0');
});
