/** What a sheet says of the order that it sent: a row a case. */
import { expect, test } from 'vitest';
import type { SpotOrder } from '../../../live/order-list.ts';
import { tradeNow } from './trade-now.ts';

const leg = {
  ...({ symbol: 'BTC/USDT', side: 'sell', quantity: '1', price: '100', value: '100' } as const),
  ...{ fee: '0.1', fee_rate: '0.001', tape_seq: 7 },
};
const listed = (status: SpotOrder['status'], id = 'a'): SpotOrder => ({
  ...({ id, symbol: 'BTC/USDT', side: 'sell', type: 'market', to_symbol: 'ETH/USDT' } as const),
  ...{ quantity: '1', price: null, filled_quantity: '0', fee_rate: '0.001', status, reason: null },
  ...{ legs: status === 'filled' ? [leg] : [], created_at: 1, updated_at: 1, cancel_asked_at: null },
});
const waiting = { id: 'a', status: 'open', legs: [] } as const;

test.each([
  ['filled at once', { id: 'a', status: 'filled', legs: [leg] } as const, undefined, 'filled', 1],
  ['it waits and nothing is listed yet', waiting, undefined, undefined, 0],
  ['it is listed as waiting', waiting, [listed('open')], undefined, 0],
  ['another one filled', waiting, [listed('filled', 'b'), listed('open')], undefined, 0],
  ['it filled since', waiting, [listed('filled')], 'filled', 1],
  ['it ended without a fill', waiting, [listed('cancelled')], 'unfilled', 0],
])('%s', (_what, result, items, end, legs) => {
  const now = tradeNow({ ...result, legs: [...result.legs] }, items);
  expect([now.end, now.legs.length]).toEqual([end, legs]);
});
