/** Checks of resting orders against their instrument, each other and the newest quote: one case per row, the outcome last. */
import { expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import type { RestingOrder } from './conditions.ts';
import { conditionsViolation } from './conditions.ts';

const NOW_MS = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const head = { bid: amount('20000'), ask: amount('20010') };

type Given = Omit<Partial<RestingOrder>, 'price' | 'stopPrice'> & { price?: string; stop?: string };

test.each<[string, Given, string | undefined]>([
  ['a buy limit that the ask reaches', { side: 'buy', price: '20010' }, undefined],
  [
    'a post-only buy limit that the ask reaches',
    { side: 'buy', price: '20010', postOnly: true },
    'post_only_would_fill price 20010',
  ],
  ['a buy limit below the ask, post-only', { side: 'buy', price: '20009.99', postOnly: true }, undefined],
  [
    'a sell limit at the bid, post-only',
    { price: '20000', postOnly: true },
    'post_only_would_fill price 20000',
  ],
  ['a sell limit below the bid', { price: '19999' }, 'limit_sell_below_price price 20000'],
  [
    'a limit that is not a multiple of the tick',
    { side: 'buy', price: '20000.001' },
    'price_off_tick price ',
  ],
  ['a sell stop below the bid', { type: 'stop', stop: '19999.99' }, undefined],
  ['a sell stop at the bid', { type: 'stop', stop: '20000' }, 'stop_already_reached stop_price 20000'],
  ['a buy stop above the ask', { side: 'buy', type: 'stop', stop: '20010.01' }, undefined],
  [
    'a buy stop at the ask',
    { side: 'buy', type: 'stop', stop: '20010' },
    'stop_already_reached stop_price 20010',
  ],
  [
    'a stop that is not a multiple of the tick',
    { type: 'stop', stop: '19999.999' },
    'price_off_tick stop_price ',
  ],
  ['a stop-limit sale', { type: 'stop_limit', stop: '19000', price: '18900' }, undefined],
  [
    'a stop-limit sale with its limit above',
    { type: 'stop_limit', stop: '19000', price: '19500' },
    undefined,
  ],
  ['an OCO sale', { type: 'oco', stop: '19000', price: '21000' }, undefined],
  [
    'an OCO sale whose limit is reached',
    { type: 'oco', stop: '19000', price: '20000' },
    'post_only_would_fill price 20000',
  ],
  [
    'an OCO sale with a stop above its limit',
    { type: 'oco', stop: '21001', price: '21000' },
    'stop_on_wrong_side stop_price 21000',
  ],
  ['an OCO purchase', { side: 'buy', type: 'oco', stop: '21000', price: '19000' }, undefined],
  [
    'an OCO purchase with a stop below its limit',
    { side: 'buy', type: 'oco', stop: '18000', price: '19000' },
    'stop_on_wrong_side stop_price 19000',
  ],
  [
    'an expiry in less than a second',
    { price: '21000', expiresMs: NOW_MS + 999 },
    'expiry_wrong expires_at ',
  ],
  ['an expiry in a second', { price: '21000', expiresMs: NOW_MS + 1000 }, undefined],
  ['an expiry in 90 days', { price: '21000', expiresMs: NOW_MS + 90 * DAY_MS }, undefined],
  [
    'an expiry in more than 90 days',
    { price: '21000', expiresMs: NOW_MS + 90 * DAY_MS + 1 },
    'expiry_wrong expires_at ',
  ],
])('accepts or refuses %s', (_, { price, stop, ...given }, outcome) => {
  const read = (text: string | undefined) => (text === undefined ? undefined : amount(text));
  const order: RestingOrder = {
    ...{ instrument: { tickSize: amount('0.01') }, side: 'sell', type: 'limit' },
    ...{ price: read(price), stopPrice: read(stop) },
    ...given,
  };
  const violation = conditionsViolation(order, head, { nowMs: NOW_MS });
  const refusal = violation?.refusal;
  const described = refusal && `${refusal.code} ${refusal.field} ${refusal.params?.['price'] ?? ''}`;
  expect(described).toBe(outcome);
});
