/** The split of conversion rates into published rates and rates at par. */
import { expect, test } from 'vitest';
import { ratesOf } from './published-rates.ts';

test('returns published rates and currencies at par separately, without USDT', () => {
  const atPar = { rate: '1', symbol: null, seq: null, time: null };
  const rates = ratesOf([
    { ...atPar, currency: 'USDT' },
    { ...atPar, currency: 'USD' },
    { currency: 'JPY', rate: '0.00661155', symbol: 'JPY/USDT', seq: 4, time: 1_795_240_240 },
  ]);
  expect(rates).toEqual({
    published: [
      { currency: 'JPY', rate: '0.00661155', symbol: 'JPY/USDT', seq: 4, timeSeconds: 1_795_240_240 },
    ],
    atPar: ['USD'],
  });
});
