/** Costs and profits of leveraged contracts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContractTerms } from '../market/instrument.ts';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import {
  checkContractQuantity,
  checkLeverage,
  closingPrice,
  contractQuantityForBudget,
  firedCost,
  openingCost,
  openingPrice,
  profitAt,
} from './contract.ts';

const terms = (contractSize: string): ContractTerms => ({
  tickSize: amount('0.00001'),
  pipSize: amount('0.0001'),
  contractSize: amount(contractSize),
  contractStep: amount('0.01'),
  contractMin: amount('0.02'),
  contractMax: amount('50'),
  contractFeeRate: amount('0.0005'),
  financingLongRate: amount('0.0003'),
  financingShortRate: amount('0.0001'),
  leverages: [2, 5, 10, 20, 50, 100],
});
const coin = terms('1');
const scale = ONE ** 3n;

test.each([
  ['coins', '1', '0.01', '64246.44', '1', 10, '642.4644', '64.24644', '0.3212322', '64.5676722'],
  ['lots', '100000', '0.5', '1.0845', '1', 100, '54225', '542.25', '27.1125', '569.3625'],
  [
    'yen',
    '100000',
    '1',
    '151.25',
    '0.00661157',
    50,
    '99999.99625',
    '1999.999925',
    '49.99999813',
    '2049.99992313',
  ],
  ['ounces', '5000', '0.01', '29.45', '1', 20, '1472.5', '73.625', '0.73625', '74.36125'],
  ['a unit', '1', '0.00000001', '0.00000001', '1', 2, '0.00000001', '0.00000001', '0.00000001', '0.00000002'],
] as const)(
  'computes the cost for %s: size %s, %s at %s, rate %s, %ix: notional %s, margin %s, fee %s, total %s',
  (_name, size, quantity, price, rate, leverage, ...expected) => {
    const deal = { quantity: amount(quantity), price: amount(price), rate: amount(rate), leverage };
    const { notional, margin, fee, total } = openingCost(terms(size), deal);
    expect([notional, margin, fee, total].map(formatAmount)).toEqual(expected);
  },
);

test.each([
  ['long', '1', '0.01', '64000', '64500.5', '1', '5.005'],
  ['short', '1', '0.01', '64000', '64500.5', '1', '-5.005'],
  ['long', '100000', '0.3', '1.0845', '1.08433', '1', '-5.1'],
  ['short', '100000', '1', '151.25', '151', '0.00661157', '165.28925'],
  ['long', '1', '0.00001', '0.00001', '0.00002', '0.5', '0'],
  ['short', '1', '0.00001', '0.00001', '0.00002', '0.5', '-0.00000001'],
] as const)(
  'computes the profit of a %s: size %s, %s from %s to %s at rate %s: %s',
  (side, size, quantity, entry, exit, rate, expected) => {
    const exposure = { side, quantity: amount(quantity), entryPrice: amount(entry), rate: amount(rate) };
    expect(formatAmount(profitAt(terms(size), exposure, amount(exit)).pnl)).toBe(expected);
  },
);

test('opens a long at the ask and closes it at the bid, and opens a short at the bid and closes it at the ask', () => {
  const quote = { bid: 1n, ask: 2n };
  expect([openingPrice('long', quote), closingPrice('long', quote)]).toEqual([2n, 1n]);
  expect([openingPrice('short', quote), closingPrice('short', quote)]).toEqual([1n, 2n]);
});

const sizes = fc.constantFrom(ONE, 100n * ONE, 5_000n * ONE, 100_000n * ONE);
const deals = fc.record({
  quantity: fc.bigInt({ min: 1n, max: 5_000n }).map((steps) => steps * coin.contractStep),
  price: fc.bigInt({ min: 1n, max: 10n ** 13n }),
  rate: fc.bigInt({ min: 1n, max: 2n * ONE }),
  leverage: fc.constantFrom(...coin.leverages),
});

test('rounds notional, margin and fee up, each by less than a unit', () => {
  fc.assert(
    fc.property(sizes, deals, (contractSize, deal) => {
      const cost = openingCost({ ...coin, contractSize }, deal);
      const exact = deal.quantity * contractSize * deal.price * deal.rate;
      const over = cost.notional * scale - exact;
      expect(over >= 0n && over < scale).toBe(true);
      const marginOver = cost.margin * BigInt(deal.leverage) - cost.notional;
      expect(marginOver >= 0n && marginOver < BigInt(deal.leverage)).toBe(true);
      const feeOver = cost.fee * ONE - cost.notional * coin.contractFeeRate;
      expect(feeOver >= 0n && feeOver < ONE).toBe(true);
      expect(cost.feeRounding).toBe(feeOver === 0n ? 0n : 1n);
      expect(cost.total).toBe(cost.margin + cost.fee);
    }),
  );
});

const sides = fc.constantFrom<'long' | 'short'>('long', 'short');

test('rounds a profit down by less than a unit, so that a long and a short together gain nothing', () => {
  fc.assert(
    fc.property(sizes, deals, sides, deals, (contractSize, deal, side, { price }) => {
      const exposure = { ...deal, side, entryPrice: deal.price };
      const sized = { ...coin, contractSize };
      const { pnl, pnlRounding } = profitAt(sized, exposure, price);
      const move = side === 'long' ? price - deal.price : deal.price - price;
      const under = deal.quantity * contractSize * deal.rate * move - pnl * scale;
      expect(under >= 0n && under < scale).toBe(true);
      expect(pnlRounding).toBe(under === 0n ? 0n : 1n);
      const other = profitAt(sized, { ...exposure, side: side === 'long' ? 'short' : 'long' }, price);
      expect(pnl + other.pnl).toBe(-pnlRounding);
    }),
  );
});

test('charges a resting order at most the amount that it froze, and at most its cost at the fill', () => {
  fc.assert(
    fc.property(sizes, deals, deals, (contractSize, order, fill) => {
      const sized = { ...coin, contractSize };
      const cost = firedCost(sized, { ...order, limit: order.price }, fill);
      const held = openingCost(sized, order);
      const own = openingCost(sized, { ...order, price: fill.price, rate: fill.rate });
      expect(cost.margin <= held.margin && cost.fee <= held.fee).toBe(true);
      expect(cost.margin <= own.margin && cost.fee <= own.fee).toBe(true);
    }),
  );
});

test('returns the largest quantity in whole steps that a budget covers', () => {
  fc.assert(
    fc.property(sizes, deals, fc.bigInt({ min: 0n, max: 10n ** 15n }), (contractSize, deal, budget) => {
      const sized = { ...coin, contractSize };
      const quantity = contractQuantityForBudget(sized, { ...deal, amount: budget });
      expect(quantity % coin.contractStep).toBe(0n);
      if (quantity > 0n) expect(openingCost(sized, { ...deal, quantity }).total).toBeLessThanOrEqual(budget);
      const more = openingCost(sized, { ...deal, quantity: quantity + coin.contractStep });
      expect(more.total).toBeGreaterThan(budget);
    }),
  );
});

test.each([
  ['-0.02', 'quantity_below_minimum', { min: '0.02' }],
  ['0', 'quantity_below_minimum', { min: '0.02' }],
  ['0.01', 'quantity_below_minimum', { min: '0.02' }],
  ['50.01', 'quantity_above_maximum', { max: '50' }],
  ['0.025', 'quantity_off_step', { step: '0.01' }],
] as const)('rejects a quantity of %s with %s', (quantity, code, params) => {
  const refusal = { code, field: 'quantity', params };
  expect(checkContractQuantity(coin, amount(quantity))).toEqual({ ok: false, refusal });
});

test.each(['0.02', '0.03', '50'])('accepts a quantity of %s', (quantity) => {
  expect(checkContractQuantity(coin, amount(quantity)).ok).toBe(true);
});

test.each([0, -1, 1, 3, 2.5, 101, 1e9, Number.NaN, Number.POSITIVE_INFINITY])(
  'rejects a leverage of %d',
  (leverage) => {
    const params = { offered: '2, 5, 10, 20, 50, 100' };
    const refusal = { code: 'leverage_not_offered', field: 'leverage', params };
    expect(checkLeverage(coin, leverage)).toEqual({ ok: false, refusal });
  },
);

test.each([2, 5, 100])('accepts a leverage of %d', (leverage) => {
  expect(checkLeverage(coin, leverage)).toEqual({ ok: true, value: leverage });
});
