/** The outcomes of orders that are announced. */
import { expect, test } from 'vitest';
import { endOf } from './order-news.ts';

test.each([
  ['a filled limit order', { status: 'filled', type: 'limit', reason: null }, false, 'filled'],
  ['a market order filled immediately', { status: 'filled', type: 'market', reason: null }, false, undefined],
  ['a market order filled after waiting', { status: 'filled', type: 'market', reason: null }, true, 'filled'],
  [
    'an order that waited and ended unfilled',
    { status: 'cancelled', type: 'market', reason: 'price_moved' },
    true,
    'unfilled',
  ],
  [
    'a limit order ended by the system',
    { status: 'cancelled', type: 'limit', reason: 'self_excluded' },
    false,
    'unfilled',
  ],
  [
    'an order cancelled by the customer',
    { status: 'cancelled', type: 'limit', reason: 'customer' },
    false,
    undefined,
  ],
  [
    'an order ended by a demo reset',
    { status: 'cancelled', type: 'limit', reason: 'start_over' },
    false,
    undefined,
  ],
  ['an order that still rests', { status: 'open', type: 'limit', reason: null }, false, undefined],
] as const)('returns the outcome of an order to announce, if any: %s', (_what, order, hasWaited, end) => {
  expect(endOf(order, hasWaited)).toBe(end);
});
