/** Leveraged orders and positions in contracts, forex and metals. A resting order is a position that is pending. */
import * as v from 'valibot';
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
import { closeReasons } from './close-reasons.ts';

/**
 * How long an order waits. GTC: until it is cancelled. GTD: until `expires_at`. IOC and FOK: the order opens at the newest price
 * if that is fresh, otherwise at the first price made after its acceptance, or not at all. An order opens in full or not at all,
 * so these two mean the same.
 */
const timeInForce = v.picklist(['GTC', 'GTD', 'IOC', 'FOK']);
/** The customer's own name for an order. */
const clientOrderId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._:-]{1,64}$/));
/** A time by the market's clock in milliseconds since 1970; in a form, its text. */
const timeMsIn = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER),
);
/** A truth value; in a form, its text. */
const flagIn = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((said) => said === 'true'),
  ),
]);

const product = v.picklist(['contract', 'forex']);
const side = v.picklist(['long', 'short']);
/**
 * A stop order opens when the price reaches its level from the opposite side to a limit order's: for a long, when the ask
 * rises to it.
 */
const orderType = v.picklist(['market', 'limit', 'stop']);
/**
 * pending: a resting order, which is a limit or a stop order, or a market order that the next price fills. open: a position. closing: a
 * position whose closing waits for the next price or for the market to open. closed and cancelled are final.
 */
const positionStatus = v.picklist(['pending', 'open', 'closing', 'closed', 'cancelled']);
/** The source of the margin: the contract account in USDT, or experience credit. */
const collateral = v.picklist(['contract', 'promo']);
const closeReason = v.picklist(closeReasons);
/** An integer; in a form, its text. */
const leverageIn = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
  v.integer(),
);

/** A full or partial closing of a position. */
const closing = v.object({
  /** In coins or lots, like the position's quantity. */
  quantity: decimalOut,
  price: decimalOut,
  tape_seq: v.number(),
  /** The conversion rate: the price in USDT of one unit of the quote currency. */
  rate: decimalOut,
  /** The tape entry that published the rate; null if the quote currency is USD or USDT, whose rate is 1. */
  rate_seq: v.nullable(v.number()),
  /** The profit in USDT, before the fee and overnight financing; negative for a loss. */
  pnl: decimalOut,
  fee: decimalOut,
  financing: decimalOut,
  /** The part of the loss above the margin, which the house covers. */
  shortfall: decimalOut,
  /**
   * The parts of the shortfall that were taken back from gains of the customer's closed opposite positions, and charged to
   * their open ones.
   */
  offset: v.optional(decimalOut),
  charged: v.optional(decimalOut),
  /** Losses of opposite positions that were charged to this one and are settled with this closing. */
  charge: v.optional(decimalOut),
  /** The part of the proceeds that could not be paid immediately and is paid later. */
  owed: v.optional(decimalOut),
  reason: closeReason,
  /** For `reduce`: the order that reduced the position. */
  order: v.optional(id),
  time: seconds,
  time_ms: v.number(),
});

/** A charge for UTC midnights, made at the first entry after them. */
const night = v.object({
  /** The entry of the symbol's tape, and the entry's market time in milliseconds. */
  seq: v.number(),
  time_ms: v.number(),
  nights: v.number(),
  /** The basis of the charge: the open quantity, its entry price, and the conversion rate with the entry that published it. */
  quantity: decimalOut,
  price: decimalOut,
  rate: decimalOut,
  rate_seq: v.nullable(v.number()),
  /** The total charge, in USDT. */
  amount: decimalOut,
});

/**
 * Amounts of money are in USDT. The app computes the unrealised profit from quote and conversion rate, by the rules in
 * `domain`.
 */
export const position = v.object({
  id,
  product,
  symbol,
  side,
  type: orderType,
  status: positionStatus,
  /** Why the position or order ended; null before the end. */
  /** `expired`: the order rested until its time without opening. */
  /** `reduced`: an order that reduces a position has done so. */
  reason: v.nullable(v.union([closeReason, v.picklist(['expired', 'reduced']), refusalCode])),
  /** The requested quantity, in coins (crypto) or lots (forex and metals). */
  quantity: decimalOut,
  /** The quantity that is still open; 0 before the opening and after the end. */
  open_quantity: decimalOut,
  /** The quantity of a closing that waits for the next price; null if none waits. */
  closing_quantity: v.nullable(decimalOut),
  leverage: v.number(),
  collateral,
  /** The limit of a limit order, or the level of a stop order; null for a market order. */
  price: v.nullable(decimalOut),
  /** The price of the opening; null until the position is open. */
  entry_price: v.nullable(decimalOut),
  entry_seq: v.nullable(v.number()),
  entry_time: v.nullable(seconds),
  /** The time of the opening in milliseconds, from which overnight financing is counted. */
  entry_time_ms: v.nullable(v.number()),
  /** The current price in USDT of one unit of the quote currency, and the entry that published it. */
  rate: decimalOut,
  rate_seq: v.nullable(v.number()),
  /** Units of the base currency in a quantity of 1. */
  contract_size: decimalOut,
  /** The conversion rates at the acceptance of the order and at the opening; the latter is null until the position is open. */
  placed_rate: decimalOut,
  placed_rate_seq: v.nullable(v.number()),
  entry_rate: v.nullable(decimalOut),
  entry_rate_seq: v.nullable(v.number()),
  /** The amount that is frozen; for a resting order, including the fee. */
  margin: decimalOut,
  /** Notional ÷ leverage for the open quantity. The position is liquidated when its equity falls to half of this. */
  initial_margin: decimalOut,
  /** The opening fee; for a resting order, the fee at the limit price. */
  fee: decimalOut,
  /** The fee rate for opening and closing, and the financing rate per night, as accepted; fractions of the notional. */
  fee_rate: decimalOut,
  financing_rate: decimalOut,
  /** Overnight financing charged and not yet settled by a closing. */
  financing: decimalOut,
  /** The overnight charges, oldest first, settled or not. */
  nights: v.array(night),
  /** Losses of opposite positions charged to this position's gain. Like financing, it lowers the equity. */
  charge: v.optional(decimalOut),
  take_profit: v.nullable(decimalOut),
  /** At most one of the following two is set, because a position has one stop. */
  stop_loss: v.nullable(decimalOut),
  profit_lock: v.nullable(decimalOut),
  /** The distance of the trailing stop from the best price since the stop was set. */
  trailing: v.nullable(decimalOut),
  /** The liquidation price; null if no price can liquidate the position. */
  liquidation_price: v.nullable(decimalOut),
  /** The realised profit over all closings, before fees and financing. */
  realised_pnl: decimalOut,
  /** The price of the last closing. */
  close_price: v.nullable(decimalOut),
  /** Oldest first. */
  closes: v.array(closing),
  /** The last margin warning sent, as equity in percent of the initial margin: 0 for none, then 75, then 60. */
  warned: v.picklist([0, 75, 60]),
  /**
   * When the customer requested cancellation. While the order is pending, the first price after the request cancels it, unless
   * an earlier price opens it.
   */
  cancel_asked_time: v.nullable(seconds),
  /**
   * The last change of levels or margin requested while the newest price was stale: the new levels, and the part of `margin`
   * that is added with them. They take effect at the first price after the request; until then, the levels above apply. Null
   * if no change is pending.
   */
  change: v.nullable(
    v.object({
      asked_time: seconds,
      take_profit: v.nullable(decimalOut),
      stop_loss: v.nullable(decimalOut),
      profit_lock: v.nullable(decimalOut),
      trailing: v.nullable(decimalOut),
      margin: decimalOut,
    }),
  ),
  time_in_force: v.optional(timeInForce),
  /** The market-clock time (ms) from which no price opens the order; null if the order does not expire. */
  expires_at: v.optional(v.nullable(v.number())),
  /** Whether the order was accepted only because no price so far had reached it. */
  post_only: v.optional(v.boolean()),
  client_order_id: v.optional(v.nullable(v.string())),
  /** The worst price that the customer accepts; for an IOC or FOK order, its limit. */
  worst_price: v.optional(v.nullable(decimalOut)),
  /** When the customer last amended the order, if ever. Prices made earlier no longer open the order. */
  amended_time: v.optional(seconds),
  /** For an order that only closes: its position. The order freezes nothing, and ends with its position. */
  reduces: v.optional(id),
  created_time: seconds,
  closed_time: v.nullable(seconds),
});

export const submitInput = v.object({
  symbol: text(24),
  side,
  type: orderType,
  quantity: decimal,
  leverage: leverageIn,
  /** The limit of a limit order, or the level of a stop order. */
  price: v.optional(decimal),
  /** The worst price that the customer accepts for a market or a stop order. */
  worst_price: v.optional(decimal),
  /** The displayed fee and financing rates. If they have changed, the order is refused. */
  fee_rate: v.optional(decimal),
  financing_rate: v.optional(decimal),
  take_profit: v.optional(decimal),
  stop_loss: v.optional(decimal),
  trailing: v.optional(decimal),
  collateral: v.optional(collateral, 'contract'),
  /** If absent, GTC. */
  time_in_force: v.optional(timeInForce),
  /** Required for GTD, and only for it. */
  expires_at: v.optional(timeMsIn),
  /** Refuses the limit order if the newest price has reached it. */
  post_only: v.optional(flagIn),
  /** Unique among a customer's resting leveraged orders. */
  client_order_id: v.optional(clientOrderId),
});
export const submitOutput = v.object({
  id,
  status: positionStatus,
  /** The opening price; null while the order is resting. */
  price: v.nullable(decimalOut),
  /** The frozen amount; for a resting order, including the fee. */
  margin: decimalOut,
  fee: decimalOut,
  /** The liquidation price; for a resting order, as if it opened at its limit; null if no price can liquidate the position. */
  liquidation_price: v.nullable(decimalOut),
  tape_seq: v.nullable(v.number()),
});

export const positionListInput = v.object({
  /**
   * `holding` selects open and closing positions, `in_transaction` resting orders, `completed` closed and cancelled ones; if
   * absent, all are returned.
   */
  status: v.optional(v.picklist(['holding', 'in_transaction', 'completed'])),
  symbol: v.optional(text(24)),
  /** The direction. */
  kind: v.optional(side),
  /** `from` and `to` refer to the time at which the position or order ended or, if it has not ended, at which it was placed. */
  ...periodIn,
  client_order_id: v.optional(clientOrderId),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
/** Newest first. */
export const positionList = v.object({ items: v.array(position), next: v.nullable(cursor) });

export const closeInput = v.object({
  id,
  /** The quantity to close; if absent, the entire open quantity. */
  quantity: v.optional(decimal),
});
/** price, pnl, fee and tape_seq are null while the closing waits for the market to open. */
export const closeOutput = v.object({
  id,
  status: positionStatus,
  price: v.nullable(decimalOut),
  /** The profit before fee and financing. */
  pnl: v.nullable(decimalOut),
  fee: v.nullable(decimalOut),
  tape_seq: v.nullable(v.number()),
});

/** Null (an empty text in a form) removes a level; an absent field leaves it unchanged. */
const levelIn = v.optional(
  v.union([
    v.null(),
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
    decimal,
  ]),
);
export const closeAtInput = v.object({
  /** The position. */
  id,
  type: v.picklist(['limit', 'stop']),
  price: decimal,
  /**
   * The quantity to close; if absent, the entire open quantity. If less is open when the price reaches the order, that
   * quantity is closed.
   */
  quantity: v.optional(decimal),
  /** When the order expires; if absent, it rests until it fills or is cancelled. */
  expires_at: v.optional(timeMsIn),
  client_order_id: v.optional(clientOrderId),
});

export const setStopInput = v.object({
  id,
  take_profit: levelIn,
  /** A position has one stop, a stop-loss or a profit lock. Setting one removes the other. */
  stop_loss: levelIn,
  profit_lock: levelIn,
  trailing: levelIn,
  /** The margin to add, in USDT. */
  add_margin: v.optional(decimal),
});

export const closeAllInput = v.object({
  side: v.optional(side),
  symbol: v.optional(text(24)),
  /** The affected product; if absent, all products. */
  product: v.optional(product),
});
export const closeAllOutput = v.array(
  v.object({
    id,
    status: positionStatus,
    /** The profit before fee and financing; null if the position was not closed. */
    pnl: v.nullable(decimalOut),
    /** Why the position was not closed. */
    refusal: v.nullable(refusalCode),
  }),
);

export const reduceInput = v.object({
  symbol: text(24),
  /** The side of the order: a short reduces long positions, and a long short ones. */
  side,
  /** The maximum quantity to close, in coins or lots. Any excess over the open positions opens nothing. */
  quantity: decimal,
});
/** The positions that are closed or reduced, each with the quantity, oldest first. */
export const reduceOutput = v.array(
  v.object({
    id,
    status: positionStatus,
    quantity: decimalOut,
    /** The profit before fee and financing; null if nothing was closed, or if the closing waits for the next price. */
    pnl: v.nullable(decimalOut),
    /** Why nothing of the position was closed. */
    refusal: v.nullable(refusalCode),
  }),
);

/** Names the order by one of the two fields; `id` is used if both are given. */
export const cancelInput = v.object({ id: v.optional(id), client_order_id: v.optional(clientOrderId) });
/** Names the order as for a cancellation, with the fields to change. An absent field stays unchanged. */
export const amendInput = v.object({
  ...cancelInput.entries,
  /** The limit of a limit order, or the level of a stop order. */
  price: v.optional(decimal),
  quantity: v.optional(decimal),
  take_profit: levelIn,
  stop_loss: levelIn,
  trailing: levelIn,
  /** When the order expires; null (an empty text in a form) lets it rest until it is cancelled. */
  expires_at: v.optional(
    v.union([
      v.null(),
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      timeMsIn,
    ]),
  ),
});
/**
 * `cancelled`, or `pending` if the cancellation takes effect at the first price after the request, unless an earlier price
 * opens the order.
 */
export const cancelOutput = v.object({ id, status: positionStatus });
export const cancelAllInput = v.object({
  symbol: v.optional(text(24)),
  /** The affected product; if absent, all products. */
  product: v.optional(product),
});
export const cancelAllOutput = v.array(cancelOutput);
