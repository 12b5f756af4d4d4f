/** The effect of keys and pastes on the typed text. */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { languages } from '@candor/protocol/languages.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeFormat } from '../lib/format.ts';
import type { KeypadKey } from './keypad-typing.ts';
import { cleanDecimal, finishedDecimal, pastedDecimal, typeKey } from './keypad-typing.ts';
import { stepDecimal } from '../parts/step-decimal.ts';

test.each<[string, KeypadKey, number, string]>([
  ['', '.', 2, '0.'],
  ['0', '5', 2, '5'],
  ['1.2', '.', 2, '1.2'],
  ['1.23', '4', 2, '1.23'],
  ['12', '.', 0, '12'],
  ['1.', 'delete', 2, '1'],
  ['12', 'clear', 2, ''],
])('changes %j by the key %s, with %i decimal places, to %j', (text, key, decimals, result) => {
  expect(typeKey(text, key, decimals)).toBe(result);
});

test.each([
  ['1,5', '1.5'],
  ['007.50', '7.50'],
  ['1.2.3', '1.23'],
  ['abc', ''],
])('reduces the typed text %j to the decimal %j', (typed, result) => {
  expect(cleanDecimal(typed, 8)).toBe(result);
});

test.each<[string, '.' | ',', string | undefined]>([
  ['1,500', '.', '1500'],
  ['1,500', ',', '1.500'],
  ['1.500', '.', '1.500'],
  ['1.500', ',', '1500'],
  ['1,234.56', '.', '1234.56'],
  ['1.234,56', '.', '1234.56'],
  ['1,234.56', ',', '1234.56'],
  ['1,5', '.', '1.5'],
  ['0,500', '.', '0.500'],
  ['1.234.567', '.', '1234567'],
  ['1 234 567,8', '.', '1234567.8'],
  ["1'234.5", '.', '1234.5'],
  ['86,836.06 USDT', '.', '86836.06'],
  ['$ 12', '.', '12'],
  ['.5', '.', '0.5'],
  ['12.', '.', '12.'],
  ['007', '.', '7'],
  ['1e3', '.', undefined],
  ['-2', '.', undefined],
  ['1,50,0', '.', undefined],
  ['1,23.4', '.', undefined],
  ['1.2.3', '.', undefined],
  ['1,234 567', '.', undefined],
  ['BTC', '.', undefined],
  ['.', '.', undefined],
  ['', '.', undefined],
  ['1234567890123456', '.', undefined],
])('parses the pasted text %j with the decimal mark %j as %j', (pasted, point, result) => {
  expect(pastedDecimal(pasted, point)).toBe(result);
});

test("parses the app's own formatted figures in every language", () => {
  const amounts = fc.bigInt({ min: 0n, max: 99_999_999_999_999_999_999n });
  fc.assert(
    fc.property(amounts, fc.constantFrom(...languages), (value, language) => {
      const format = makeFormat(language);
      const text = formatAmount(value);
      const pasted = pastedDecimal(format.quantity(text), format.point);
      expect(parseAmount(pasted ?? '')).toBe(value);
    }),
  );
});

const keys = fc.constantFrom<KeypadKey>('0', '1', '5', '9', '.', 'delete', 'clear');

test('reduces any typed text to an empty text or a valid amount', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 40 }), fc.integer({ min: 0, max: 8 }), (typed, decimals) => {
      const text = typed.reduce((before, key) => typeKey(before, key, decimals), '');
      if (text !== '') expect(parseAmount(finishedDecimal(text), decimals)).toBeDefined();
    }),
  );
});

test.each<[string, string, 1 | -1, string]>([
  ['1.25', '0.5', 1, '1.5'],
  ['1.25', '0.5', -1, '1'],
  ['0.2', '0.5', -1, '0'],
  ['', '0.01', 1, '0.01'],
  ['86721.5', '0.01', 1, '86721.51'],
])('changes %j by a step of %s in the direction %i to %j', (text, step, direction, result) => {
  expect(stepDecimal(text, step, direction)).toBe(result);
});
