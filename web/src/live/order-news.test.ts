/** Which ends of an order are told: a row a case. */
import { expect, test } from 'vitest';
import { endOf } from './order-news.ts';

test.each([
  ['a limit order fills', { status: 'filled', type: 'limit', reason: null }, false, 'filled'],
  ['an order at market fills at once', { status: 'filled', type: 'market', reason: null }, false, undefined],
  [
    'an order at market fills that waited',
    { status: 'filled', type: 'market', reason: null },
    true,
    'filled',
  ],
  [
    'one that waited ends unfilled',
    { status: 'cancelled', type: 'market', reason: 'price_moved' },
    true,
    'unfilled',
  ],
  [
    'a limit order ends by itself',
    { status: 'cancelled', type: 'limit', reason: 'self_excluded' },
    false,
    'unfilled',
  ],
  ['its customer cancelled it', { status: 'cancelled', type: 'limit', reason: 'customer' }, false, undefined],
  [
    'the demo was started over',
    { status: 'cancelled', type: 'limit', reason: 'start_over' },
    false,
    undefined,
  ],
  ['it rests still', { status: 'open', type: 'limit', reason: null }, false, undefined],
] as const)('%s', (_what, order, hasWaited, end) => {
  expect(endOf(order, hasWaited)).toBe(end);
});
