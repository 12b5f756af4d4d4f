/** The outcome that a sheet shows for the order that it sent. */
import { expect, test } from 'vitest';
import type { SpotOrder } from '../../../live/order-list.ts';
import { tradeNow } from './trade-now.ts';

const leg = {
  ...({ symbol: 'BTC/USDT', side: 'sell', quantity: '1', price: '100', value: '100' } as const),
  ...{ fee: '0.1', fee_rate: '0.001', tape_seq: 7 },
};
const listed = (status: SpotOrder['status'], id = 'a'): SpotOrder => ({
  ...({ id, symbol: 'BTC/USDT', side: 'sell', type: 'market', to_symbol: 'ETH/USDT' } as const),
  ...({
    stop_price: null,
    triggered_seq: null,
    time_in_force: 'GTC',
    expires_at: null,
    client_order_id: null,
  } as const),
  ...{ quantity: '1', price: null, filled_quantity: '0', fee_rate: '0.001', status, reason: null },
  ...{ legs: status === 'filled' ? [leg] : [], created_at: 1, updated_at: 1, cancel_asked_at: null },
});
const waiting = { id: 'a', status: 'open', legs: [] } as const;

test.each([
  ['filled immediately', { id: 'a', status: 'filled', legs: [leg] } as const, undefined, 'filled', 1],
  ['waiting and not listed yet', waiting, undefined, undefined, 0],
  ['listed as waiting', waiting, [listed('open')], undefined, 0],
  ['another order filled', waiting, [listed('filled', 'b'), listed('open')], undefined, 0],
  ['filled since', waiting, [listed('filled')], 'filled', 1],
  ['ended without a fill', waiting, [listed('cancelled')], 'unfilled', 0],
])("returns the order's current outcome: %s", (_what, result, items, end, legs) => {
  const now = tradeNow({ ...result, legs: [...result.legs] }, items);
  expect([now.end, now.legs.length]).toEqual([end, legs]);
});
