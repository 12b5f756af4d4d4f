/** Spot orders: buying and selling a coin against USDT, and coin to coin through it. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, refusalCode, seconds, symbol, text } from '../fields.ts';

const side = v.picklist(['buy', 'sell']);
const orderType = v.picklist(['market', 'limit']);
/** open: resting or being filled. What is refused at once is answered and leaves no order. */
const orderStatus = v.picklist(['open', 'filled', 'cancelled']);

/** An order on one instrument. A market buy may give `amount` (USDT to spend) instead of `quantity`. */
export const pairOrderInput = v.object({
  symbol: text(24),
  side,
  type: orderType,
  quantity: v.optional(decimal),
  amount: v.optional(decimal),
  price: v.optional(decimal),
  /** The worst price the customer accepts of a market order. */
  worst_price: v.optional(decimal),
  /** The fee rate that was shown; where another counts by now, the order is refused. */
  fee_rate: v.optional(decimal),
});
/** Coin to coin: sell `from`, buy `to`, in one atomic trade through USDT. */
export const coinOrderInput = v.object({
  from: text(12),
  to: text(12),
  amount: decimal,
  /** The least of `to` that the customer accepts. */
  worst_amount: v.optional(decimal),
  /** The fee rates that were shown, of the coin sold and of the coin bought. */
  fee_rate: v.optional(decimal),
  to_fee_rate: v.optional(decimal),
});
/** What the call takes: the fields of one or the other; which are missing is the order's own refusal. */
export const spotOrderInput = v.object({
  ...v.partial(pairOrderInput).entries,
  ...v.partial(coinOrderInput).entries,
});

/** What a fill moved, and the entry of the tape that made its price. */
export const leg = v.object({
  symbol,
  side,
  quantity: decimalOut,
  price: decimalOut,
  /** USDT value of the leg before the fee. */
  value: decimalOut,
  /** In USDT. */
  fee: decimalOut,
  /** Part of one of the value. */
  fee_rate: decimalOut,
  tape_seq: v.number(),
});

export const spotOrderResult = v.object({ id, status: orderStatus, legs: v.array(leg) });

export const spotOrder = v.object({
  id,
  symbol,
  side,
  type: orderType,
  /** "BTC/USDT>ETH/USDT" for coin to coin is told by `to_symbol`. */
  to_symbol: v.nullable(symbol),
  quantity: decimalOut,
  price: v.nullable(decimalOut),
  filled_quantity: decimalOut,
  /** As it counted when the order was accepted; of coin to coin that of the coin sold. */
  fee_rate: decimalOut,
  status: orderStatus,
  /** Why it was cancelled, or what a resting order waits for. */
  reason: v.nullable(v.union([refusalCode, v.picklist(['customer', 'start_over'])])),
  legs: v.array(leg),
  /** When its customer asked to cancel it. While it is still open, the first price from then on cancels it, unless an earlier one fills it. */
  cancel_asked_at: v.nullable(seconds),
  created_at: seconds,
  updated_at: seconds,
});

export const spotListInput = v.object({
  /** in_transaction: open ones; completed: filled, cancelled. */
  status: v.optional(v.picklist(['in_transaction', 'completed'])),
  symbol: v.optional(symbol),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const spotList = v.object({ items: v.array(spotOrder), next: v.nullable(cursor) });

export const cancelInput = v.object({ id });
/** cancelled, or still open: asked for, and carried out by the first price from then on, unless an earlier one fills it. */
export const cancelOutput = v.object({ id, status: orderStatus });
export const cancelAllInput = v.object({ symbol: v.optional(symbol) });
export const cancelAllOutput = v.array(cancelOutput);
