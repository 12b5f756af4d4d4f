/** An order as answered, or as the list of orders has updated it since. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { SpotOrder } from '../../../live/order-list.ts';

export type TradeNow = {
  readonly end: 'filled' | 'unfilled' | undefined;
  readonly legs: SpotOrder['legs'];
  /** The listed order, if it ended after its answer. */
  readonly order: SpotOrder | undefined;
};

export function tradeNow(
  result: CallOutput<'POST coin/trade'>,
  listed: readonly SpotOrder[] | undefined,
): TradeNow {
  const order = listed?.find(({ id, status }) => id === result.id && status !== 'open');
  const { status, legs } = order ?? result;
  const end = status === 'open' ? undefined : status === 'filled' ? 'filled' : 'unfilled';
  return { end, legs, order };
}
