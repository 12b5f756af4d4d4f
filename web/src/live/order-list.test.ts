/** Order events applied to a list of open orders. */
import { expect, test } from 'vitest';
import { withOrder } from './order-list.ts';
import type { SpotOrder } from './order-list.ts';

const order = (id: string, status: SpotOrder['status'] = 'open', filled = '0'): SpotOrder => ({
  ...({
    stop_price: null,
    triggered_seq: null,
    time_in_force: 'GTC',
    expires_at: null,
    client_order_id: null,
  } as const),
  id,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  to_symbol: null,
  fee_rate: '0.001',
  quantity: '1',
  price: '100',
  filled_quantity: filled,
  status,
  reason: null,
  legs: [],
  created_at: 1,
  updated_at: 1,
  cancel_asked_at: null,
});

test.each([
  ['inserts a new order at the top', ['1', '2'], order('3'), '3:0 1:0 2:0'],
  ['updates a known order in place', ['1', '2'], order('2', 'open', '0.5'), '1:0 2:0.5'],
  ['removes a filled order', ['1', '2'], order('1', 'filled', '1'), '2:0'],
  ['removes a cancelled order', ['1'], order('1', 'cancelled'), ''],
  ['ignores an unknown order that ended', ['1'], order('9', 'filled'), '1:0'],
] as const)('updates the list of open orders after an event: %s', (_name, ids, event, expected) => {
  const after = withOrder(
    ids.map((id) => order(id)),
    event,
  );
  expect(after.map((item) => `${item.id}:${item.filled_quantity}`).join(' ')).toBe(expected);
});
