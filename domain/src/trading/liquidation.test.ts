/** Published examples of isolated margin on linear contracts, and Candor's rule of half the initial margin. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import { closeOutPrice, marginHealth, WARNING_SHARES } from './close-out.ts';
import { equityAt, liquidationPrice } from './liquidation.ts';

const coin = { contractSize: ONE };
type Side = 'long' | 'short';
/** Formats the price with as many decimals as the source shows, halves up. */
const printed = (price: bigint | null, places: number) => {
  if (price === null) return '--';
  const unit = 10n ** BigInt(8 - places);
  return formatAmount(((price + unit / 2n) / unit) * unit);
};
/** Expects a price to equal one that is given with more decimals, up to the unit by which rounding to 10⁻⁸ can change it. */
const expectWithinUnit = (price: bigint | null, published: string) => {
  const cut = amount(published.slice(0, published.indexOf('.') + 9));
  expect([cut - 1n, cut, cut + 1n]).toContain(price);
};
const position = (side: Side, quantity: string, entry: string, margin: bigint, financing = 0n) => ({
  side,
  quantity: amount(quantity),
  entryPrice: amount(entry),
  rate: ONE,
  margin,
  financing,
});

// Binance, "How to Calculate Liquidation Price of USDS-M Futures Contracts": (WB + cum − side·q·e) ÷ (q·MMR − side·q).
test.each([
  ['3683.979', '1456.84', '0.1', '135365', 2, '1114.78'],
  ['3683.979', '1456.84', '0.1', '135365', 4, '1114.785'],
  ['109.488', '32481.98', '0.025', '16300', 2, '18778.73'],
  ['109.488', '32481.98', '0.025', '16300', 4, '18778.7259'],
] as const)(
  'matches published brackets: a long of %s at %s with a maintenance rate of %s and a deduction of %s is, to %i decimals, liquidated at %s',
  (quantity, entry, rate, deduction, places, expected) => {
    const held = position('long', quantity, entry, amount('1535443.01'));
    const price = liquidationPrice(coin, held, { rate: amount(rate), deduction: amount(deduction) * ONE });
    // The source truncates 1114.7850 to 1114.78, although 1114.78497 would also round to that.
    expect(printed(price, places)).toBe(expected);
  },
);

// The same formula with maintenance 1% and deduction 0.01; margin is entry × quantity ÷ leverage.
test.each([
  ['short', 5, '10', '1', '11.89108910891089'],
  ['short', 3, '10', '1', '13.211221122079207'],
  ['short', 5, '8', '1', '9.514851485148514'],
  ['short', 5, '10', '0.6', '11.897689768976898'],
  ['long', 5, '10', '1', '8.070707070707071'],
  ['long', 5, '8', '1', '6.454545454545454'],
  ['long', 3, '10', '1', '6.723905723905723'],
  ['long', 5, '10', '0.6', '8.063973063973064'],
] as const)(
  'matches published small positions: a %s at %ix from %s with a quantity of %s is liquidated at %s',
  (side, leverage, entry, quantity, expected) => {
    const margin = (amount(entry) * amount(quantity)) / ONE / BigInt(leverage);
    const held = position(side, quantity, entry, margin);
    const price = liquidationPrice(coin, held, { rate: amount('0.01'), deduction: amount('0.01') * ONE });
    expectWithinUnit(price, expected);
  },
);

// Bybit, "Liquidation Price (USDT Contract)": the requirement is value × MMR, fixed at entry, so it is a negative deduction.
test.each([
  ['long', '1', '20000', '400', '0', '100', '19700'],
  ['short', '1', '20000', '3400', '0', '100', '23300'],
  ['long', '1', '20000', '400', '200', '100', '19900'],
  ['long', '1', '10', '10', '0', '0.1', '0.1'],
  ['long', '1', '10', '2', '0', '0.1', '8.1'],
  ['long', '1', '10', '1', '0', '0.1', '9.1'],
  ['short', '1', '10', '10', '0', '0.1', '19.9'],
  ['short', '1', '10', '2', '0', '0.1', '11.9'],
  ['short', '1', '10', '1', '0', '0.1', '10.9'],
  // Flipster, "Margin Trading Explained": requirement 1% of 3,000; opened at 28,000, liquidated at 26,000.
  ['long', '0.1', '30000', '300', '0', '30', '27300'],
] as const)(
  'matches a published fixed requirement: a %s of %s from %s with a margin of %s, funding of %s and a requirement of %s is liquidated at %s',
  (side, quantity, entry, margin, funding, requirement, expected) => {
    const held = position(side, quantity, entry, amount(margin), amount(funding));
    const price = liquidationPrice(coin, held, { rate: 0n, deduction: -amount(requirement) * ONE });
    expect(formatAmount(price ?? 0n)).toBe(expected);
  },
);

test('matches the equity of the published example at 10x: a profit of 600 at 36,000, of −200 at 28,000 and of −400 at 26,000', () => {
  const held = position('long', '0.1', '30000', amount('300'));
  const equities = ['36000', '28000', '26000'].map((price) => equityAt(coin, held, amount(price)));
  expect(equities.map(formatAmount)).toEqual(['900', '100', '-100']);
});

test('counts financing that is charged and not settled yet against the equity', () => {
  const held = position('long', '0.1', '30000', amount('300'), amount('0.5'));
  expect(formatAmount(equityAt(coin, held, amount('36000')))).toBe('899.5');
});

// OKX and Gate: the taker fee of 0.06% is added to the maintenance rate of 1%.
test.each([
  ['short', 5, '10', '11.87413417771621'],
  ['short', 3, '10', '13.193482419684678'],
  ['short', 5, '8', '9.499307342172967'],
  ['long', 5, '10', '8.085708510208207'],
  ['long', 3, '10', '6.738090425173506'],
] as const)(
  'matches published prices that include the fee: a %s at %ix from %s is liquidated at %s',
  (side, leverage, entry, expected) => {
    const held = position(side, '1', entry, amount(entry) / BigInt(leverage));
    const price = liquidationPrice(coin, held, { rate: amount('0.0106'), deduction: 0n });
    expectWithinUnit(price, expected);
  },
);

test('returns prices that differ from those of the inverse contract of the same size', () => {
  const maintenance = { rate: amount('0.005'), deduction: 0n };
  const prices = (['long', 'short'] as const).map((side) =>
    printed(liquidationPrice(coin, position(side, '1', '2000', amount('200')), maintenance), 2),
  );
  expect(prices).toEqual(['1809.05', '2189.05']);
  expect(prices).not.toEqual(['1826.48', '2209.94']);
});

test.each([
  ['long', '10', '0', '0.5', '19000'],
  ['short', '10', '0', '0.5', '21000'],
  ['long', '10', '0', '0.75', '19500'],
  ['long', '10', '0', '0.6', '19200'],
  ['short', '10', '0', '0.6', '20800'],
  ['long', '10', '30', '0.5', '19030'],
  ['long', '100', '0', '0.5', '19900'],
  ['short', '100', '0', '0.5', '20100'],
] as const)(
  "applies Candor's rule: for a %s at %sx from 20,000 with financing of %s, the equity is %s of the margin at %s",
  (side, leverage, financing, share, expected) => {
    const initialMargin = amount('20000') / BigInt(leverage);
    const held = { ...position(side, '1', '20000', initialMargin, amount(financing)), initialMargin };
    expect(formatAmount(closeOutPrice(coin, held, amount(share)) ?? 0n)).toBe(expected);
  },
);

test('returns null for a long whose margin covers a fall to zero', () => {
  const held = { ...position('long', '1', '100', amount('160')), initialMargin: amount('100') };
  expect(closeOutPrice(coin, held)).toBeNull();
  expect(closeOutPrice(coin, { ...held, margin: amount('149.99999999') })).toBe(1n);
});

const prices = fc.bigInt({ min: 1n, max: 10n ** 14n });
const exposures = fc.record({
  side: fc.constantFrom<Side>('long', 'short'),
  quantity: fc.bigInt({ min: 1n, max: 10n ** 13n }),
  entryPrice: prices,
  rate: fc.bigInt({ min: 1n, max: 2n * ONE }),
  margin: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  financing: fc.bigInt({ min: 0n, max: 10n ** 13n }),
  initialMargin: fc.bigInt({ min: 1n, max: 10n ** 15n }),
});
const sizes = fc.constantFrom(ONE, 100n * ONE, 5_000n * ONE, 100_000n * ONE);
const shares = fc.constantFrom(amount('0.5'), ...WARNING_SHARES);

test('leaves at most the given share of the margin at the liquidation price, and more than that one unit before it', () => {
  fc.assert(
    fc.property(exposures, sizes, shares, (held, contractSize, share) => {
      const scale = ONE ** 3n;
      /** Exact, in units of 10⁻⁴⁰ USDT. */
      const isLeft = (price: bigint) => {
        const move = held.side === 'long' ? price - held.entryPrice : held.entryPrice - price;
        const equity =
          (held.margin - held.financing) * scale + held.quantity * contractSize * held.rate * move;
        return equity * ONE > share * held.initialMargin * scale;
      };
      const price = closeOutPrice({ contractSize }, held, share);
      if (price === null) {
        expect(held.side).toBe('long');
        expect(isLeft(1n)).toBe(true);
        return;
      }
      expect(price).toBeGreaterThan(0n);
      expect(isLeft(price)).toBe(false);
      const before = held.side === 'long' ? price + 1n : price - 1n;
      if (before > 0n) expect(isLeft(before)).toBe(true);
    }),
  );
});

test("applies Candor's rule as the general formula with minus half the initial margin as the deduction", () => {
  fc.assert(
    fc.property(exposures, sizes, (held, contractSize) => {
      const initialMargin = held.initialMargin * 2n;
      const general = liquidationPrice({ contractSize }, held, {
        rate: 0n,
        deduction: -held.initialMargin * ONE,
      });
      expect(closeOutPrice({ contractSize }, { ...held, initialMargin })).toBe(general);
    }),
  );
});

test('moves the liquidation price away if margin is added and nearer if financing is charged, and warns before that price', () => {
  fc.assert(
    fc.property(exposures, fc.bigInt({ min: 1n, max: 10n ** 15n }), (held, added) => {
      const away = held.side === 'long' ? -1n : 1n;
      const distance = (price: bigint | null) => (price === null ? null : away * price);
      const now = distance(closeOutPrice(coin, held));
      const more = distance(closeOutPrice(coin, { ...held, margin: held.margin + added }));
      const charged = distance(closeOutPrice(coin, { ...held, financing: held.financing + added }));
      const warning = distance(closeOutPrice(coin, held, WARNING_SHARES[0]));
      if (now !== null && more !== null) expect(more).toBeGreaterThanOrEqual(now);
      if (now !== null && charged !== null) expect(charged).toBeLessThanOrEqual(now);
      if (now !== null && warning !== null) expect(warning).toBeLessThanOrEqual(now);
    }),
  );
});

test('throws on a maintenance rate of the entire notional', () => {
  const held = position('long', '1', '100', amount('10'));
  expect(() => liquidationPrice(coin, held, { rate: ONE, deduction: 0n })).toThrow(
    'expected a maintenance rate',
  );
});

test.each([
  ['100', '200', '0.5'],
  ['-1', '3', '-0.33333334'],
  ['2', '3', '0.66666666'],
])(
  'computes an equity of %s with an initial margin of %s as the fraction %s of that margin',
  (equity, margin, expected) => {
    expect(formatAmount(marginHealth(amount(equity), amount(margin)))).toBe(expected);
  },
);
