import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divideDown, divideUp, printDecimal, readDecimal } from './decimal.ts';

it('parses every formatted number to the same number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }), (value) => {
      expect(readDecimal(printDecimal(value))).toBe(value);
    }),
  );
});

it.each(['64250.1', '0', '12', '0.00000001', '-12.5'])('formats the parsed %s as the same text', (text) => {
  expect(printDecimal(readDecimal(text) ?? 1n)).toBe(text);
});

it.each([
  '',
  '1.0',
  '64250.10',
  '01',
  '.5',
  '1.',
  '+1',
  '-0',
  '1e3',
  ' 1',
  '0x1',
  '1,5',
  '0.000000001',
  5,
  null,
])('returns undefined for %j', (text) => expect(readDecimal(text)).toBeUndefined());

it('rounds towards minus infinity if rounding down, and towards plus infinity if rounding up', () => {
  expect([divideDown(7n, 2n), divideDown(-7n, 2n), divideUp(7n, 2n), divideUp(-7n, 2n)]).toEqual([
    3n,
    -4n,
    4n,
    -3n,
  ]);
  expect([divideDown(-8n, 2n), divideUp(8n, 2n), divideUp(-8n, 2n)]).toEqual([-4n, 4n, -4n]);
});
