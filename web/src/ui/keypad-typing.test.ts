/** What keys and pastes make of the text typed so far. */
import { parseAmount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeypadKey } from './keypad-typing.ts';
import { cleanDecimal, finishedDecimal, typeKey, ungrouped } from './keypad-typing.ts';
import { stepDecimal } from './step-decimal.ts';

test.each<[string, KeypadKey, number, string]>([
  ['', '.', 2, '0.'],
  ['0', '5', 2, '5'],
  ['1.2', '.', 2, '1.2'],
  ['1.23', '4', 2, '1.23'],
  ['12', '.', 0, '12'],
  ['1.', 'delete', 2, '1'],
  ['12', 'clear', 2, ''],
])('%j then %s with %i places is %j', (text, key, decimals, result) => {
  expect(typeKey(text, key, decimals)).toBe(result);
});

test.each([
  ['1,5', '1.5'],
  ['1e3', '13'],
  ['-2', '2'],
  ['007.50', '7.50'],
  ['1.2.3', '1.23'],
  ['abc', ''],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1 234 567,8', '1234567.8'],
  ['1,234,567', '1234567'],
  ['0.123', '0.123'],
  ['1.234', '1.234'],
])('pasted %j becomes %j', (pasted, result) => {
  expect(cleanDecimal(ungrouped(pasted), 8)).toBe(result);
});

const keys = fc.constantFrom<KeypadKey>('0', '1', '5', '9', '.', 'delete', 'clear');

test('whatever is typed can be sent once it is not empty', () => {
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
])('%j by %s in direction %i is %j', (text, step, direction, result) => {
  expect(stepDecimal(text, step, direction)).toBe(result);
});
