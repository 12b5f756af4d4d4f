/** The simulated strategy, whose trades follow from the tape alone. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { feeOn, valuePaid, valueReceived } from '../money/rounding.ts';
import { SLOT_MS, slotFrom, STRATEGY_CAPITAL, strategySymbols, tradesOfSlot, venues } from './strategy.ts';
import type { Reference, StrategyTrade } from './strategy.ts';
import { DAY_MS } from '../time.ts';

const prices = ['64250', '3120', '585', '148.5'];
const references: Reference[] = strategySymbols.map((symbol, at) => ({
  symbol,
  seq: BigInt(at + 1),
  last: amount(prices[at] as string),
}));

function dayOfTrades(day: number): StrategyTrade[] {
  return Array.from({ length: DAY_MS / SLOT_MS }, (_, slot) =>
    tradesOfSlot(day * DAY_MS + slot * SLOT_MS, references),
  ).flat();
}

const resultOf = (trades: readonly StrategyTrade[]) => trades.reduce((sum, { result }) => sum + result, 0n);

function line({ symbol, quantity, buy, sell, result, tapeSeq }: StrategyTrade): string {
  const leg = (of: StrategyTrade['buy']) =>
    `${of.venue} ${formatAmount(of.price)} fee ${formatAmount(of.fee)}`;
  return `${symbol} ${formatAmount(quantity)}: ${leg(buy)}, ${leg(sell)} = ${formatAmount(result)} (${tapeSeq})`;
}

test('reproduces the published trades of a slot', () => {
  expect(tradesOfSlot(20_000 * DAY_MS + 3 * SLOT_MS, references).map(line)).toEqual([
    'BNB/USDT 171.268: Cygnet 583.88 fee 49.99997992, Aster 585.59 fee 20.05856563 = 222.80973445 (3)',
    'SOL/USDT 239.733: Borea 148.49 fee 10.67938596, Aster 148.66 fee 7.12774156 = 22.94748248 (4)',
  ]);
});

test('computes three days of trades identical to those published at the time', () => {
  const text = [20_000, 20_001, 20_002].flatMap((day) => dayOfTrades(day).map(line)).join('\n');
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    'a0189e52cc373d6101554b25917fd1452e036d061ddf6342249d59823bc5d2d7',
  );
});

test('computes the result of each trade from its two legs, at different venues and within the maximum size', () => {
  const price = fc.bigInt({ min: amount('0.05'), max: amount('400000') });
  const slot = fc.integer({ min: 0, max: 4_000_000 });
  fc.assert(
    fc.property(slot, fc.tuple(price, price, price, price), (number, lasts) => {
      const given = references.map((one, at) => ({ ...one, last: lasts[at] as bigint }));
      for (const trade of tradesOfSlot(number * SLOT_MS, given)) {
        const [from, to] = [trade.buy, trade.sell].map(({ venue }) =>
          venues.find(({ name }) => name === venue),
        );
        const cost = valuePaid(trade.quantity, trade.buy.price);
        const brings = valueReceived(trade.quantity, trade.sell.price);
        expect(trade.buy.fee).toBe(feeOn(cost, from?.feeRate ?? 0n));
        expect(trade.sell.fee).toBe(feeOn(brings, to?.feeRate ?? 0n));
        expect(trade.result).toBe(brings - cost - trade.buy.fee - trade.sell.fee);
        expect(cost <= STRATEGY_CAPITAL / 20n && trade.quantity > 0n && from !== to).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('makes no trade for a symbol without a price, and still trades the other symbols', () => {
  const slotMs = 20_000 * DAY_MS + 7 * SLOT_MS;
  const all = tradesOfSlot(slotMs, references);
  expect(tradesOfSlot(slotMs, [])).toEqual([]);
  for (const reference of references)
    expect(tradesOfSlot(slotMs, [reference])).toEqual(
      all.filter(({ symbol }) => symbol === reference.symbol),
    );
});

test('makes no trade at a price close to zero, and throws on an unknown symbol', () => {
  const tiny = references.map((one) => ({ ...one, last: 1n }));
  for (let slot = 0; slot < 50; slot += 1) expect(tradesOfSlot(slot * SLOT_MS, tiny)).toEqual([]);
  expect(() => tradesOfSlot(0, [{ symbol: 'XAU/USD', seq: 1n, last: 1n }])).toThrow(
    'expected a symbol of the strategy',
  );
});

test('gains 1.5 to 3.5 per cent on most of four hundred days, and loses on about one day in eight', () => {
  const results = Array.from({ length: 400 }, (_, at) => resultOf(dayOfTrades(20_000 + at)));
  const perMille = results.map((result) => Number((result * 1000n) / STRATEGY_CAPITAL));
  const losing = perMille.filter((one) => one < 0);
  const earning = perMille.filter((one) => one >= 0);
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  expect(losing.length).toBeGreaterThan(30);
  expect(losing.length).toBeLessThan(70);
  expect(mean(perMille)).toBeCloseTo(18.4, 0);
  expect(mean(earning)).toBeCloseTo(23.1, 0);
  expect(Math.min(...earning)).toBeGreaterThanOrEqual(13);
  expect(Math.max(...earning)).toBeLessThan(36);
  expect(mean(losing)).toBeCloseTo(-13.5, 0);
  expect(Math.min(...losing)).toBeGreaterThan(-25);
}, 60_000);

test.each([
  [0, 0],
  [1, SLOT_MS],
  [SLOT_MS, SLOT_MS],
  [SLOT_MS + 1, 2 * SLOT_MS],
])('returns the first slot at or after %d: %d', (ms, slotMs) => {
  expect(slotFrom(ms)).toBe(slotMs);
});
