/** What an order waits for, and what made it fill, from its row. Pure. */
import { amount } from '@candor/domain/money/amount.ts';
import type { SpotOrder } from '../../../live/order-list.ts';

/** The prices that an open order still waits for. After its stop, a stop-limit order waits for its limit only. */
export function awaitedPrices(order: SpotOrder): { readonly stop?: string; readonly limit?: string } {
  const waitsForStop = order.stop_price !== null && order.triggered_seq === null;
  const waitsForLimit = order.price !== null;
  return {
    ...(waitsForStop && order.stop_price !== null && { stop: order.stop_price }),
    ...(waitsForLimit && order.price !== null && { limit: order.price }),
  };
}

/** Which of its prices made an order fill; undefined if it has not filled or waited for none. */
export function triggerOf(order: SpotOrder): 'stop' | 'limit' | undefined {
  const filled = order.legs[0];
  if (filled === undefined || order.to_symbol !== null) return undefined;
  if (order.stop_price === null) return order.type === 'limit' ? 'limit' : undefined;
  if (order.type !== 'oco') return 'stop';
  const [price, stop] = [amount(filled.price), amount(order.stop_price)];
  return (order.side === 'sell' ? price <= stop : price >= stop) ? 'stop' : 'limit';
}
