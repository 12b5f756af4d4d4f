/** Conversion rates: values, rounding, and times of publication. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE, amount, formatAmount } from '../money/amount.ts';
import { conversionRate, conversions, isRateDue, isRateSymbol, rateSymbolOf } from './conversion.ts';

describe('conversionRate', () => {
  test.each([
    ['price', '1.26794', '1.26806', '1.268'],
    ['price', '1.26794', '1.26795', '1.267945'],
    ['inverse', '151.2455', '151.2545', '0.00661157'],
    ['inverse', '0.8914', '0.8914', '1.12183083'],
    ['inverse', '1.3625', '1.3625', '0.73394495'],
    ['inverse', '2', '2', '0.5'],
    // Exactly between two representable values, so rounded up.
    ['price', '1.00000001', '1.00000002', '1.00000002'],
    ['inverse', '64', '64', '0.015625'],
    ['inverse', '25600000', '25600000', '0.00000004'],
    ['inverse', '40000000', '40000000', '0.00000003'],
  ] as const)('computes the %s of bid %s and ask %s as %s', (of, bid, ask, rate) => {
    expect(formatAmount(conversionRate({ of }, { bid: amount(bid), ask: amount(ask) }))).toBe(rate);
  });

  test('differs from the exact value by at most half a unit', () => {
    const price = fc.bigInt({ min: 10n ** 5n, max: 10n ** 12n });
    fc.assert(
      fc.property(price, fc.bigInt({ min: 0n, max: 10n ** 6n }), (bid, spread) => {
        const ask = bid + spread;
        const inverse = conversionRate({ of: 'inverse' }, { bid, ask });
        // |inverse − 2·ONE²/(bid+ask)| ≤ ½, multiplied out to avoid a division.
        const off = 2n * inverse * (bid + ask) - 4n * ONE * ONE;
        expect(off <= bid + ask && -off <= bid + ask).toBe(true);
        const same = conversionRate({ of: 'price' }, { bid, ask });
        expect([0n, 1n]).toContain(2n * same - bid - ask);
      }),
    );
  });
});

describe('the list of published rates', () => {
  test.each([
    ['USDT', null],
    ['USD', null],
    ['JPY', 'JPY/USDT'],
    ['GBP', 'GBP/USDT'],
  ])('selects the rate for amounts in %s: %s', (currency, symbol) => {
    expect(rateSymbolOf(currency)).toBe(symbol);
  });

  test('throws on a currency without a rate, and does not treat an instrument as a rate', () => {
    expect(() => rateSymbolOf('SEK')).toThrow('found SEK');
    expect(isRateSymbol('JPY/USDT')).toBe(true);
    expect(isRateSymbol('USD/JPY')).toBe(false);
  });

  test('takes the price of instruments quoted in USD, and the inverse for instruments based on USD', () => {
    for (const { currency, source, of } of conversions) {
      expect(source).toBe(of === 'price' ? `${currency}/USD` : `USD/${currency}`);
    }
  });
});

const at = (time: string): number => Date.parse(`2024-08-${time}:00Z`);
const entry = (seq: number, time: string, madeOf = time) => ({
  seq: BigInt(seq),
  timeMs: at(time),
  feedTimeMs: at(madeOf),
});
const none = { seq: 0n, timeMs: 0, feedTimeMs: 0 };

test.each([
  ['before the first quote', none, none, '08T12:00', false],
  ['at the first quote', none, entry(1, '08T12:10'), '08T12:10', true],
  ['later in the hour', entry(1, '08T12:10'), entry(9, '08T12:59'), '08T12:59', false],
  ['from the next full hour', entry(1, '08T12:10'), entry(9, '08T12:59'), '08T13:00', true],
  [
    'after the rate of the hour was published',
    entry(2, '08T13:00', '08T12:59'),
    entry(10, '08T13:01'),
    '08T13:01',
    false,
  ],
  ['after missed hours', entry(2, '08T13:00', '08T12:59'), entry(10, '08T17:20'), '08T17:20', true],
  ['during the weekend', entry(2, '09T21:00', '09T20:59'), entry(10, '09T20:59'), '10T09:00', false],
  ['on Sunday evening', entry(2, '09T21:00', '09T20:59'), entry(11, '11T21:00'), '11T21:00', true],
  [
    'after the clock was set back',
    entry(2, '08T13:00', '08T12:59'),
    entry(11, '08T12:59'),
    '08T12:00',
    false,
  ],
] as const)('decides whether a rate must be published: %s', (_, rate, source, time, due) => {
  expect(isRateDue(rate, source, at(time))).toBe(due);
});
