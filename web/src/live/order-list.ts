/** What an order event does to a list of resting orders that is on the screen. */
import type { CallOutput } from '@candor/protocol/calls.ts';

export type SpotOrder = CallOutput<'GET coin/list'>['items'][number];

/** Puts a resting order in its place or at the top, and takes one out that no longer rests. */
export function withOrder(items: readonly SpotOrder[], order: SpotOrder): SpotOrder[] {
  const others = items.filter((item) => item.id !== order.id);
  if (order.status !== 'open') return others;
  const at = items.findIndex((item) => item.id === order.id);
  return at === -1 ? [order, ...others] : items.with(at, order);
}
