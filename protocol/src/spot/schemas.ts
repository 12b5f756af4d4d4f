/** Spot orders: buying and selling a coin for USDT, and converting one coin to another through USDT. */
import * as v from 'valibot';
import { TRAILING_BPS_MAX, TRAILING_BPS_MIN } from '@candor/domain/trading/trailing.ts';
import { orderKinds } from './kinds.ts';
import {
  cursor,
  decimal,
  decimalOut,
  id,
  limitIn,
  periodIn,
  refusalCode,
  seconds,
  symbol,
  text,
} from '../fields.ts';

const side = v.picklist(['buy', 'sell']);
const orderType = v.picklist(['market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop']);
const trailingBps = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(TRAILING_BPS_MIN),
  v.maxValue(TRAILING_BPS_MAX),
);
/**
 * How long an order waits. GTC: until it is cancelled. GTD: until `expires_at`. IOC and FOK, which mean the same because an
 * order fills whole or not at all: a limit order fills at the quote at which a market order would, or not at all.
 */
const timeInForce = v.picklist(['GTC', 'GTD', 'IOC', 'FOK']);
const timeMs = v.pipe(v.number(), v.integer(), v.minValue(0));
/** The customer's own name for an order; no two open orders of a customer have the same. */
const clientOrderId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._:-]{1,64}$/));
/** open: the order is resting or waits for a price. An order that is refused immediately is not stored. */
const orderStatus = v.picklist(['open', 'filled', 'cancelled']);

/** An order on one instrument. A market buy may give `amount` (USDT to spend) instead of `quantity`. */
export const pairOrderInput = v.object({
  symbol: text(24),
  side,
  type: orderType,
  quantity: v.optional(decimal),
  amount: v.optional(decimal),
  /** The limit of a `limit`, `stop_limit` or `oco` order. */
  price: v.optional(decimal),
  /**
   * The stop of a `stop`, `stop_limit` or `oco` order: reached when the bid falls to it (sell), or the ask rises to it (buy).
   * A `stop` fills at that quote. A `stop_limit` becomes a limit order at that quote. An `oco` fills at the first quote that
   * reaches its stop or its limit.
   */
  stop_price: v.optional(decimal),
  /**
   * The distance of a `trailing_stop`, in price or in basis points of the newest price at acceptance. A sale fills at the first
   * quote whose bid is the distance below the highest bid since its acceptance; a purchase, whose ask is the distance above the
   * lowest ask.
   */
  trailing: v.optional(decimal),
  trailing_bps: v.optional(trailingBps),
  /**
   * A bracket: once a purchase (`market`, `limit`, `stop` or `stop_limit`) fills, a sale of the bought coins takes effect: a
   * `limit` at `take_profit`, a `stop` at `stop_loss` or, with both, an `oco`. Nothing remains of a purchase that does not fill.
   */
  take_profit: v.optional(decimal),
  stop_loss: v.optional(decimal),
  time_in_force: v.optional(timeInForce),
  /** When a `GTD` order expires, in milliseconds of the market clock. */
  expires_at: v.optional(timeMs),
  /** Refuses a limit order that the newest quote already reaches. The option changes no fee: each fill is against our quote. */
  post_only: v.optional(v.boolean()),
  client_order_id: v.optional(clientOrderId),
  /**
   * Client order ids of an `oco` order's two levels, for programs that see them as two orders. No other open order has them.
   */
  limit_client_order_id: v.optional(clientOrderId),
  stop_client_order_id: v.optional(clientOrderId),
  /** The worst price that the customer accepts for a market order. */
  worst_price: v.optional(decimal),
  /** The displayed fee rate. If it has changed, the order is refused. */
  fee_rate: v.optional(decimal),
});
/** Coin to coin: sells `from` and buys `to` in one atomic trade through USDT. */
export const coinOrderInput = v.object({
  from: text(12),
  to: text(12),
  amount: decimal,
  /** The minimum quantity of `to` that the customer accepts. */
  worst_amount: v.optional(decimal),
  /** The displayed fee rates for the coin sold and for the coin bought. */
  fee_rate: v.optional(decimal),
  to_fee_rate: v.optional(decimal),
});
/** Accepts the fields of either kind of order; the handler refuses missing ones. */
export const spotOrderInput = v.object({
  ...v.partial(pairOrderInput).entries,
  ...v.partial(coinOrderInput).entries,
});

/** The amounts moved by a fill, and the tape entry whose price was used. */
export const leg = v.object({
  symbol,
  side,
  quantity: decimalOut,
  price: decimalOut,
  /** The USDT value of the leg, before the fee. */
  value: decimalOut,
  /** The fee in USDT. */
  fee: decimalOut,
  /** The fee as a fraction of the value. */
  fee_rate: decimalOut,
  tape_seq: v.number(),
});

export const spotOrderResult = v.object({ id, status: orderStatus, legs: v.array(leg) });

export const spotOrder = v.object({
  id,
  symbol,
  side,
  type: orderType,
  /** For a coin-to-coin order, the instrument of the coin bought. */
  to_symbol: v.nullable(symbol),
  /** The name of the API key that placed the order, in lists of orders; absent if the customer did. */
  key_name: v.optional(v.string()),
  quantity: decimalOut,
  price: v.nullable(decimalOut),
  stop_price: v.nullable(decimalOut),
  /** For a stop-limit order: the entry that reached its stop. From then on the order is a limit order. */
  triggered_seq: v.nullable(v.number()),
  /** The distance of a trailing stop in price, the basis points from which it was computed, and the entry from which it trails. */
  trailing: v.optional(decimalOut),
  trailing_bps: v.optional(v.number()),
  trailing_from_seq: v.optional(v.number()),
  /** The limit and the stop of the sale that takes effect once this purchase fills, or one of the two. */
  take_profit: v.optional(decimalOut),
  stop_loss: v.optional(decimalOut),
  /** For a sale that protects a purchase: the purchase. */
  entry_id: v.optional(id),
  time_in_force: timeInForce,
  expires_at: v.nullable(timeMs),
  client_order_id: v.nullable(v.string()),
  limit_client_order_id: v.optional(v.string()),
  stop_client_order_id: v.optional(v.string()),
  filled_quantity: decimalOut,
  /** The fee rate in effect at acceptance; for a coin-to-coin order, the rate for the coin sold. */
  fee_rate: decimalOut,
  status: orderStatus,
  /** Why the order was cancelled, or what it is waiting for. */
  reason: v.nullable(v.union([refusalCode, v.picklist(['customer', 'start_over', 'expired'])])),
  legs: v.array(leg),
  /** When the customer last amended the order, if ever. Prices made earlier no longer fill the order. */
  amended_at: v.optional(seconds),
  /**
   * When the customer requested cancellation. While the order is open, the first price after the request cancels it, unless an
   * earlier price fills it.
   */
  cancel_asked_at: v.nullable(seconds),
  created_at: seconds,
  updated_at: seconds,
});

export const spotListInput = v.object({
  /** `in_transaction` selects open orders, `completed` filled and cancelled ones. */
  status: v.optional(v.picklist(['in_transaction', 'completed'])),
  symbol: v.optional(symbol),
  /** An IOC or FOK order has the kind `limit`. */
  kind: v.optional(v.picklist(orderKinds)),
  /** `from` and `to` refer to the time at which the order was placed. */
  ...periodIn,
  client_order_id: v.optional(clientOrderId),
  /** Only the sale that protects this purchase. */
  entry_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/))),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const spotList = v.object({ items: v.array(spotOrder), next: v.nullable(cursor) });

/** Names the order by `id`, or an open order by `client_order_id`. */
export const cancelInput = v.object({ id: v.optional(id), client_order_id: v.optional(clientOrderId) });
/**
 * `cancelled`, or `open` if the cancellation takes effect at the first price after the request, unless an earlier price fills
 * the order.
 */
export const cancelOutput = v.object({ id, status: orderStatus });
/** Names the order as for a cancellation, with the fields to change. An absent field stays unchanged. */
export const amendInput = v.object({
  ...cancelInput.entries,
  price: v.optional(decimal),
  stop_price: v.optional(decimal),
  /** Not allowed for a trailing stop. */
  quantity: v.optional(decimal),
  /**
   * The new distance of a trailing stop, in the same form as when it was placed. The best price is then measured from the
   * newest quote on.
   */
  trailing: v.optional(decimal),
  trailing_bps: v.optional(trailingBps),
  /** When the order expires; null lets it rest until it is cancelled. */
  expires_at: v.optional(v.nullable(timeMs)),
});
export const cancelAllInput = v.object({ symbol: v.optional(symbol) });
export const cancelAllOutput = v.array(cancelOutput);

export const amendmentsInput = v.object({ id });
/** Each amendment of an order, the oldest first: its levels and its quantity before and after. */
export const amendments = v.object({
  items: v.array(
    v.object({
      /** The version of the order that began with the amendment. */
      version: v.number(),
      was_price: v.nullable(decimalOut),
      was_stop_price: v.nullable(decimalOut),
      was_quantity: decimalOut,
      price: v.nullable(decimalOut),
      stop_price: v.nullable(decimalOut),
      quantity: decimalOut,
      /** The newest entry of the tape at that time. Prices made earlier no longer fill the order. */
      tape_seq: v.number(),
      /** In milliseconds of the market clock. */
      amended_at_ms: timeMs,
    }),
  ),
});
