/** Gains of open positions, computed from the public prices that a statement names. */
import { expect, test } from 'vitest';
import { openGains } from './open-gains.ts';
import type { GainingPosition } from './open-gains.ts';

const PRICES = [
  { symbol: 'BTC/USDT', seq: 5, bid: '20500', ask: '20510' },
  { symbol: 'XAU/USD', seq: 9, bid: '2000.01', ask: '2000.41' },
];
const held: GainingPosition = {
  ...{ id: '1', symbol: 'BTC/USDT', side: 'long', status: 'open', quantity: '0.1', contract_size: '1' },
  ...{ entry_price: '20010', closes: [] },
};
const gainsOf = (...positions: readonly GainingPosition[]) =>
  openGains({ positions, statement: { prices: PRICES }, hasChanged: (id) => id === 'changed' });
const whole = (sum: bigint) => ({ sum, isWhole: true, unpriced: [] });

test.each<[string, Partial<GainingPosition>, bigint]>([
  ['a long at the bid', {}, 4_900_000_000n],
  ['a short at the ask', { side: 'short', entry_price: '20600' }, 900_000_000n],
  [
    'the remainder after partial closings',
    { closes: [{ quantity: '0.04' }, { quantity: '0.05' }] },
    490_000_000n,
  ],
  [
    'a position in lots of its contract size',
    { symbol: 'XAU/USD', contract_size: '100', entry_price: '2000' },
    10_000_000n,
  ],
  ['a loss as zero', { entry_price: '21000' }, 0n],
  ['units rounded down', { quantity: '0.00000001', entry_price: '20498.5' }, 1n],
  ['a position that waits to close', { status: 'closing' }, 4_900_000_000n],
  ['no resting order', { status: 'pending', entry_price: null }, 0n],
  ['no ended position', { status: 'closed' }, 0n],
])('counts %s', (_, change, sum) => {
  expect(gainsOf({ ...held, ...change })).toEqual(whole(sum));
});

test('adds all positions', () => {
  expect(gainsOf(held, { ...held, id: '2' })).toEqual(whole(9_800_000_000n));
});

test.each<[string, Partial<GainingPosition>]>([
  ['has changed since the statement', { id: 'changed' }],
  ['needs a conversion rate', { symbol: 'EUR/JPY' }],
  ['has a malformed figure', { quantity: 'x' }],
])('counts at least the other positions if a position %s', (_, change) => {
  expect(gainsOf(held, { ...held, id: '2', ...change })).toEqual({
    ...whole(4_900_000_000n),
    isWhole: false,
  });
});

test('names a symbol that the statement leaves out', () => {
  expect(gainsOf({ ...held, symbol: 'ETH/USDT' })).toEqual({ ...whole(0n), unpriced: ['ETH/USDT'] });
});
