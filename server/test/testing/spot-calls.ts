/** The bodies of the calls that place and amend a spot order, and the refusals that a random one may meet. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { WishedOrder } from './random-spot-orders.ts';
import type { SpotChange } from './spot-oracle.ts';

/**
 * Requests that may be refused because the market or another of the customer's calls was faster, or because a change doesn't
 * fit its order.
 */
export const REFUSALS = new Set([
  ...[
    'busy',
    'trading_closed',
    'price_moved',
    'post_only_would_fill',
    'limit_sell_below_price',
    'parameter_wrong',
  ],
  ...['stop_already_reached', 'stop_on_wrong_side', 'take_profit_wrong', 'stop_loss_wrong', 'expiry_wrong'],
  ...['order_state_wrong', 'order_not_cancellable', 'coins_insufficient', 'balance_insufficient'],
]);

export function orderFields({ how, ...wish }: WishedOrder): object {
  const { symbol, side, type, budget, trailingBps, expiresMs } = wish;
  const isImmediate = how === 'IOC' || how === 'FOK';
  return {
    ...{ symbol, side, type: isImmediate ? 'limit' : type },
    ...written({ quantity: wish.quantity, amount: budget, trailing: wish.trailing, stop_price: wish.stop }),
    ...written({ take_profit: wish.takeProfit, stop_loss: wish.stopLoss }),
    ...written(isImmediate ? { price: wish.worst } : { price: wish.price, worst_price: wish.worst }),
    ...(trailingBps === undefined ? {} : { trailing_bps: trailingBps }),
    ...(how === 'post_only' ? { post_only: true } : {}),
    ...(isImmediate ? { time_in_force: how } : {}),
    ...(expiresMs === undefined ? {} : { time_in_force: 'GTD', expires_at: expiresMs }),
  };
}

export function changeFields({
  price,
  stop,
  quantity,
  trailing,
  trailingBps,
  expiresMs,
}: SpotChange): object {
  return {
    ...written({ price, stop_price: stop, quantity, trailing }),
    ...(trailingBps === undefined ? {} : { trailing_bps: trailingBps }),
    ...(expiresMs === undefined ? {} : { expires_at: expiresMs }),
  };
}

/** Converts amounts to the format of a request body. Undefined values are omitted. */
function written(amounts: Readonly<Record<string, Amount | undefined>>): object {
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, formatAmount(value)]],
    ),
  );
}
