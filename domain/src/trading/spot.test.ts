import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instrument } from '../market/instrument.ts';
import { amount, formatAmount } from '../money/amount.ts';
import {
  checkPrice,
  checkQuantity,
  planConversion,
  quantityForBudget,
  spotHold,
  spotLeg,
  spotPrice,
} from './spot.ts';

const coin = (symbol: string, tick: string, step: string): Instrument => ({
  symbol,
  kind: 'crypto',
  base: symbol.split('/')[0] as string,
  quote: 'USDT',
  tickSize: amount(tick),
  quantityStep: amount(step),
  quantityMin: amount(step),
  quantityMax: amount('1000000'),
  spotFeeRate: amount('0.001'),
  spot: true,
  calendar: 'always',
});
const btc = coin('BTC/USDT', '0.01', '0.00001');
const doge = coin('DOGE/USDT', '0.00001', '1');

test.each([
  ['buy', '0.01', '20000', '200', '0.2', '200.2'],
  ['sell', '0.01', '20000', '200', '0.2', '199.8'],
  ['buy', '0.00001', '64000.01', '0.6400001', '0.00064001', '0.64064011'],
  ['sell', '0.00001', '64000.01', '0.6400001', '0.00064001', '0.63936009'],
] as const)(
  'computes a %s of %s at %s: value %s, fee %s, total %s',
  (side, quantity, price, value, fee, total) => {
    const leg = spotLeg(btc, { side, quantity: amount(quantity), price: amount(price) });
    expect([leg.value, leg.fee, leg.total].map(formatAmount)).toEqual([value, fee, total]);
  },
);

test('rounds a value below a unit up for a buyer and down for a seller', () => {
  const dust = { quantity: 3n, price: amount('0.5') };
  expect(spotLeg(btc, { side: 'buy', ...dust })).toMatchObject({ value: 2n, valueRounding: 1n });
  expect(spotLeg(btc, { side: 'sell', ...dust })).toMatchObject({ value: 1n, valueRounding: 1n });
});

test('fills a purchase at the ask and a sale at the bid', () => {
  const quote = { bid: amount('99'), ask: amount('101') };
  expect(spotPrice('buy', quote)).toBe(quote.ask);
  expect(spotPrice('sell', quote)).toBe(quote.bid);
});

test.each([
  ['0.00001', 'ok'],
  ['1000000', 'ok'],
  ['0.000009', 'quantity_below_minimum'],
  ['1000000.00001', 'quantity_above_maximum'],
  ['0.000015', 'quantity_off_step'],
])('checks a quantity of %s: %s', (quantity, outcome) => {
  const checked = checkQuantity(btc, amount(quantity));
  expect(checked.ok ? 'ok' : checked.refusal.code).toBe(outcome);
});

test.each([
  ['0.01', 'ok'],
  ['1000000000000', 'ok'],
  ['0', 'price_off_tick'],
  ['64000.005', 'price_off_tick'],
  ['1000000000000.01', 'price_above_maximum'],
])('checks a price of %s: %s', (price, outcome) => {
  const checked = checkPrice(btc, amount(price));
  expect(checked.ok ? 'ok' : checked.refusal.code).toBe(outcome);
});

const quantities = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((steps) => steps * btc.quantityStep);
const prices = fc.bigInt({ min: 1n, max: 10n ** 8n }).map((ticks) => ticks * btc.tickSize);

test('never yields a gain by rounding: buying and selling at one price costs at least both fees', () => {
  fc.assert(
    fc.property(quantities, prices, (quantity, price) => {
      const bought = spotLeg(btc, { side: 'buy', quantity, price });
      const sold = spotLeg(btc, { side: 'sell', quantity, price });
      expect(sold.total).toBeLessThan(bought.total);
      for (const leg of [bought, sold]) {
        expect(leg.fee * 1000n).toBeGreaterThanOrEqual(leg.value);
        expect(leg.valueRounding).toBeLessThanOrEqual(1n);
        expect(leg.feeRounding).toBeLessThanOrEqual(1n);
      }
    }),
  );
});

test('returns the largest quantity in whole steps that a budget covers', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), prices, (budget, price) => {
      const quantity = quantityForBudget(btc, { amount: budget, price });
      expect(quantity % btc.quantityStep).toBe(0n);
      if (quantity > 0n)
        expect(spotLeg(btc, { side: 'buy', quantity, price }).total).toBeLessThanOrEqual(budget);
      const more = spotLeg(btc, { side: 'buy', quantity: quantity + btc.quantityStep, price });
      expect(more.total).toBeGreaterThan(budget);
    }),
  );
});

test('freezes enough for a resting buy to fill at the limit or any better price', () => {
  fc.assert(
    fc.property(quantities, prices, prices, (quantity, one, other) => {
      const [fill, limit] = one < other ? [one, other] : [other, one];
      const hold = spotHold(btc, { side: 'buy', quantity, price: limit });
      expect(spotLeg(btc, { side: 'buy', quantity, price: fill }).total).toBeLessThanOrEqual(hold.amount);
    }),
  );
});

test('spends at most the proceeds of the sale in a conversion, and never yields a gain in a round trip', () => {
  fc.assert(
    fc.property(quantities, prices, fc.bigInt({ min: 1n, max: 10n ** 6n }), (quantity, bid, ticks) => {
      const price = ticks * doge.tickSize;
      const there = planConversion({ instrument: btc, quantity, bid }, { instrument: doge, ask: price });
      if (there === undefined) return;
      expect(there.buy.total + there.change).toBe(there.sell.total);
      expect(there.change).toBeGreaterThanOrEqual(0n);
      const back = planConversion(
        { instrument: doge, quantity: there.buy.quantity, bid: price },
        { instrument: btc, ask: bid },
      );
      const worthBack = back === undefined ? 0n : back.buy.quantity;
      expect(worthBack).toBeLessThanOrEqual(quantity);
    }),
  );
});
