/** Whether a resting order can be changed. Pure. */
import type { SpotOrder } from '../../../live/order-list.ts';
import { isImmediate } from './order-story.ts';

/**
 * Whether the customer can change an order. The terms of one that fills at the next price, or is being cancelled, are final.
 */
export function isAmendable(order: SpotOrder): boolean {
  // A trailing stop that was reached no longer trails.
  const isReached = order.type === 'trailing_stop' && order.stop_price !== null;
  const isSet = isImmediate(order) || isReached || order.cancel_asked_at !== null;
  return order.status === 'open' && !isSet;
}
