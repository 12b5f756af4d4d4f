/** The level that an order waits for, and the reason for its fill, from its row. Pure. */
import { amount } from '@candor/domain/money/amount.ts';
import type { SpotOrder } from '../../../live/order-list.ts';

/**
 * Whether an order fills at the next quote or not at all, so that it can be neither changed nor cancelled: at market, or
 * immediately at its limit.
 */
export function isImmediate({
  type,
  time_in_force: term,
}: Pick<SpotOrder, 'type' | 'time_in_force'>): boolean {
  return type === 'market' || term === 'IOC' || term === 'FOK';
}

/** The prices that an open order still waits for. After its stop, a stop-limit order waits for its limit only. */
export function awaitedPrices(order: SpotOrder): { readonly stop?: string; readonly limit?: string } {
  if (isImmediate(order)) return {};
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
  if (filled === undefined || order.to_symbol !== null || isImmediate(order)) return undefined;
  if (order.stop_price === null) return order.type === 'limit' ? 'limit' : undefined;
  if (order.type !== 'oco') return 'stop';
  const [price, stop] = [amount(filled.price), amount(order.stop_price)];
  return (order.side === 'sell' ? price <= stop : price >= stop) ? 'stop' : 'limit';
}
