/** The level that an order waits for and the reason for its fill: one case per row. */
import { expect, test } from 'vitest';
import type { SpotOrder } from '../../../live/order-list.ts';
import { awaitedPrices, triggerOf } from './order-story.ts';

const leg = (price: string) => ({
  ...({ symbol: 'BTC/USDT', side: 'sell', quantity: '1', price, value: price } as const),
  ...{ fee: '0.1', fee_rate: '0.001', tape_seq: 7 },
});
const order = (fields: Partial<SpotOrder>): SpotOrder => ({
  ...({ id: 'a', symbol: 'BTC/USDT', side: 'sell', type: 'limit', to_symbol: null } as const),
  ...({ stop_price: null, triggered_seq: null, time_in_force: 'GTC', expires_at: null } as const),
  ...({
    client_order_id: null,
    quantity: '1',
    price: null,
    filled_quantity: '0',
    fee_rate: '0.001',
  } as const),
  ...({
    status: 'open',
    reason: null,
    legs: [],
    created_at: 1,
    updated_at: 1,
    cancel_asked_at: null,
  } as const),
  ...fields,
});
const stopLimit = { type: 'stop_limit', stop_price: '90', price: '89' } as const;
const oco = { type: 'oco', stop_price: '90', price: '110' } as const;

test.each([
  ['a limit order', { price: '110' }, { limit: '110' }],
  ['a stop order', { type: 'stop', stop_price: '90' }, { stop: '90' }],
  ['a stop-limit order', stopLimit, { stop: '90', limit: '89' }],
  ['a stop-limit order after its stop', { ...stopLimit, triggered_seq: 5 }, { limit: '89' }],
  ['an OCO order', oco, { stop: '90', limit: '110' }],
  ['a market order', { type: 'market' }, {}],
  [
    'an immediate-or-cancel limit order, which waits for the next quote',
    { price: '90', time_in_force: 'IOC' },
    {},
  ],
] as readonly [string, Partial<SpotOrder>, object][])(
  'returns the awaited prices of %s',
  (_what, fields, prices) => {
    expect(awaitedPrices(order(fields))).toEqual(prices);
  },
);

test.each([
  ['nothing while it is open', oco, undefined],
  ['a market order', { type: 'market', legs: [leg('100')] }, undefined],
  ['a limit order', { price: '110', legs: [leg('110')] }, 'limit'],
  ['a limit order, all or nothing', { price: '90', time_in_force: 'FOK', legs: [leg('95')] }, undefined],
  ['a stop order', { type: 'stop', stop_price: '90', legs: [leg('88')] }, 'stop'],
  ['an OCO sale at its stop', { ...oco, legs: [leg('89')] }, 'stop'],
  ['an OCO sale at its limit', { ...oco, legs: [leg('111')] }, 'limit'],
  [
    'an OCO purchase at its stop',
    { ...oco, side: 'buy', stop_price: '110', price: '90', legs: [leg('112')] },
    'stop',
  ],
  [
    'an OCO purchase at its limit',
    { ...oco, side: 'buy', stop_price: '110', price: '90', legs: [leg('90')] },
    'limit',
  ],
] as readonly [string, Partial<SpotOrder>, string | undefined][])(
  'returns the reason for an order’s fill: %s',
  (_what, fields, by) => {
    expect(triggerOf(order(fields))).toBe(by);
  },
);
