/** The current state of an order: as answered, or as updated by the list of orders. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { SpotOrder } from '../../../live/order-list.ts';

export type TradeNow = {
  /** The order's number. */
  readonly id: string;
  readonly end: 'filled' | 'unfilled' | undefined;
  readonly legs: SpotOrder['legs'];
  /** The order from the list, if it was filled or cancelled after the answer. */
  readonly order: SpotOrder | undefined;
};

export function tradeNow(
  result: CallOutput<'POST coin/trade'>,
  listed: readonly SpotOrder[] | undefined,
): TradeNow {
  const order = listed?.find(({ id, status }) => id === result.id && status !== 'open');
  const { status, legs } = order ?? result;
  const end = status === 'open' ? undefined : status === 'filled' ? 'filled' : 'unfilled';
  return { id: result.id, end, legs, order };
}
