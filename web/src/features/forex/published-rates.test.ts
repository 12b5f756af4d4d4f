/** What is published stands in a tape; what counts as one does not. */
import { expect, test } from 'vitest';
import { ratesOf } from './published-rates.ts';

test('tells published rates from those that count as one', () => {
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
