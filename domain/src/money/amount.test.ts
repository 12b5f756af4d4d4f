import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount, fromNumeric, hasDecimals, parseAmount, toNumeric } from './amount.ts';
import { feeOn, floorToStep, mulDivDown, mulDivUp, valuePaid, valueReceived } from './rounding.ts';

/** The maximum value of `numeric(38,8)`. */
const AMOUNT_MAX = 10n ** 38n - 1n;

test.each([
  ['0', 0n],
  ['1', 100_000_000n],
  ['0.00000001', 1n],
  ['12.5', 1_250_000_000n],
  ['999999999999999999999999999999.99999999', AMOUNT_MAX],
])('parses %s, and formats the amount as the same text', (text, units) => {
  expect(parseAmount(text)).toBe(units);
  expect(formatAmount(units)).toBe(text);
});

test.each([
  '',
  ' 1',
  '1 ',
  '-1',
  '-0',
  '+1',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '1,5',
  '1.',
  '.5',
  '00',
  '01',
  '1.123456789',
  '1000000000000000000000000000000',
  '٣',
  '1_000',
  null,
  undefined,
  1,
  [],
  ['1'],
  {},
  true,
])('returns undefined for the invalid amount %j', (text) => {
  expect(parseAmount(text)).toBeUndefined();
});

test('returns undefined for a text with more decimals than allowed', () => {
  expect(parseAmount('1.23', 2)).toBe(amount('1.23'));
  expect(parseAmount('1.234', 2)).toBeUndefined();
  expect(hasDecimals(amount('1.2'), 1)).toBe(true);
  expect(hasDecimals(amount('1.21'), 1)).toBe(false);
});

const units = fc.bigInt({ min: -AMOUNT_MAX, max: AMOUNT_MAX });

test('formats and parses any amount without loss', () => {
  fc.assert(
    fc.property(units, (value) => {
      expect(fromNumeric(toNumeric(value))).toBe(value);
      expect(amount(formatAmount(value))).toBe(value);
    }),
  );
});

test.each([
  [7n, 1n, 2n, 3n, 4n],
  [-7n, 1n, 2n, -4n, -3n],
  [6n, 1n, 2n, 3n, 3n],
  [0n, 5n, 3n, 0n, 0n],
])('computes %d × %d ÷ %d as %d if rounded down and as %d if rounded up', (a, b, c, down, up) => {
  expect(mulDivDown(a, b, c)).toBe(down);
  expect(mulDivUp(a, b, c)).toBe(up);
});

test('rounds by less than one unit in the requested direction', () => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 18n });
  fc.assert(
    fc.property(positive, positive, (quantity, price) => {
      const difference = valuePaid(quantity, price) - valueReceived(quantity, price);
      expect(difference === 0n || difference === 1n).toBe(true);
      expect(feeOn(quantity, price)).toBeGreaterThan(0n);
      expect(floorToStep(quantity, price) % price).toBe(0n);
    }),
  );
});
