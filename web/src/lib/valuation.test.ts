/** Totals in a currency other than USDT. */
import { expect, test } from 'vitest';
import { valuedIn } from './valuation.ts';

const rates = [
  { currency: 'EUR', rate: '1.25' },
  { currency: 'JPY', rate: '0.0064' },
  { currency: 'USD', rate: '1' },
];

test.each([
  ['USDT', '100', 'USDT', '100'],
  ['USD', '100.5', 'USD', '100.5'],
  ['EUR', '100', 'EUR', '80'],
  ['EUR', '-1', 'EUR', '-0.8'],
  ['JPY', '1', 'JPY', '156.25'],
  ['JPY', '0.00000001', 'JPY', '0.00000156'],
  ['GBP', '100', 'USDT', '100'],
])('converts to the currency %s a total of %s USDT', (currency, usdt, shownIn, value) => {
  const valued = valuedIn(currency, rates);
  expect([valued.currency, valued.of(usdt)]).toEqual([shownIn, value]);
});

test('keeps totals in USDT while the rates are unknown', () => {
  expect(valuedIn('EUR', undefined).currency).toBe('USDT');
});
