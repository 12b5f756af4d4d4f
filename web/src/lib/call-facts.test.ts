/** The distinction between commands that set a state, which get a new key each time, and commands that add to a state. */
import { expect, test } from 'vitest';
import { isIdempotent, setsWhole } from './call-facts.ts';

test.each([
  ['POST lever/setstop', { id: '7', take_profit: '100' }, true],
  ['POST lever/setstop', { id: '7', add_margin: '50' }, false],
  ['POST lever/dealall', { product: 'contract' }, true],
  ['POST price_alert', { symbol: 'BTC/USDT', price: '1' }, true],
  ['POST wallet/transfer', { currency: 'USDT', amount: '1' }, false],
  ['POST coin/trade', {}, false],
  ['POST order/cancel', { id: '7' }, false],
] as const)('reports whether each call of %s with %o is a new command: %s', (name, input, anew) => {
  expect(isIdempotent(name)).toBe(true);
  expect(setsWhole(name, input)).toBe(anew);
});
