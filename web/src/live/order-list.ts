/** Applies an order event to a loaded list of open orders. */
import type { CallOutput } from '@candor/protocol/calls.ts';

export type SpotOrder = CallOutput<'GET coin/list'>['items'][number];

/** Replaces an open order or inserts it at the top, and removes an order that is no longer open. */
export function withOrder(items: readonly SpotOrder[], order: SpotOrder): SpotOrder[] {
  const others = items.filter((item) => item.id !== order.id);
  if (order.status !== 'open') return others;
  const at = items.findIndex((item) => item.id === order.id);
  return at === -1 ? [order, ...others] : items.with(at, order);
}
