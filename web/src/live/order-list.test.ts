/** Order events on the list of resting orders. */
import { expect, test } from 'vitest';
import { withOrder } from './order-list.ts';
import type { SpotOrder } from './order-list.ts';

const order = (id: string, status: SpotOrder['status'] = 'open', filled = '0'): SpotOrder => ({
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
  ['a new one goes on top', ['1', '2'], order('3'), '3:0 1:0 2:0'],
  ['a known one changes in its place', ['1', '2'], order('2', 'open', '0.5'), '1:0 2:0.5'],
  ['a filled one goes', ['1', '2'], order('1', 'filled', '1'), '2:0'],
  ['a cancelled one goes', ['1'], order('1', 'cancelled'), ''],
  ['an unknown one that ended changes nothing', ['1'], order('9', 'filled'), '1:0'],
] as const)('%s', (_name, ids, event, expected) => {
  const after = withOrder(
    ids.map((id) => order(id)),
    event,
  );
  expect(after.map((item) => `${item.id}:${item.filled_quantity}`).join(' ')).toBe(expected);
});
