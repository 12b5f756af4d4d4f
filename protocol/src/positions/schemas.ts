/** Leveraged orders and positions in contracts, forex and metals. A resting order is a position that is pending. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, refusalCode, seconds, symbol, text } from '../fields.ts';
import { closeReasons } from './close-reasons.ts';

const product = v.picklist(['contract', 'forex']);
const side = v.picklist(['long', 'short']);
const orderType = v.picklist(['market', 'limit']);
/**
 * pending: a resting order, either a limit or a market order that the next price fills. open: a position. closing: a close that
 * waits for the next price or for its market to open. closed and cancelled are final.
 */
const positionStatus = v.picklist(['pending', 'open', 'closing', 'closed', 'cancelled']);
/** The source of the margin: the contract account in USDT, or experience credit. */
const collateral = v.picklist(['contract', 'promo']);
const closeReason = v.picklist(closeReasons);
/** An integer, as text if the body is a form. */
const leverageIn = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
  v.integer(),
);

/** The closing of a position or of part of one. */
const closing = v.object({
  /** In coins or lots, like the position's quantity. */
  quantity: decimalOut,
  price: decimalOut,
  tape_seq: v.number(),
  /** The price in USDT of one unit of the quote currency. */
  rate: decimalOut,
  /** The published entry of the rate; null if one unit of the quote currency counts as one USDT. */
  rate_seq: v.nullable(v.number()),
  /** In USDT, before fee and overnight financing. */
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
  time: seconds,
  time_ms: v.number(),
});

/** UTC midnights charged together, at the first entry after them. */
const night = v.object({
  /** The entry of the symbol's tape, and its time by the market clock in milliseconds. */
  seq: v.number(),
  time_ms: v.number(),
  /** The number of midnights. */
  nights: v.number(),
  /** The basis of the charge: the open quantity, its entry price, and the rate with its published entry. */
  quantity: decimalOut,
  price: decimalOut,
  rate: decimalOut,
  rate_seq: v.nullable(v.number()),
  /** The total charge, in USDT. */
  amount: decimalOut,
});

/** All money is in USDT. The device computes the unrealised profit from quote and rate, by the domain's rules. */
export const position = v.object({
  id,
  product,
  symbol,
  side,
  type: orderType,
  status: positionStatus,
  /** Why it ended; null before that. */
  reason: v.nullable(v.union([closeReason, refusalCode])),
  /** The requested quantity: coins of crypto, lots of forex and metals. */
  quantity: decimalOut,
  /** The quantity that is still open; 0 before the opening and after the end. */
  open_quantity: decimalOut,
  /** The quantity that waits to be closed at the next price; null if none. */
  closing_quantity: v.nullable(decimalOut),
  leverage: v.number(),
  collateral,
  /** The limit; null for a market order. */
  price: v.nullable(decimalOut),
  /** The price of the opening; null until it is open. */
  entry_price: v.nullable(decimalOut),
  entry_seq: v.nullable(v.number()),
  entry_time: v.nullable(seconds),
  /** The time of the opening in milliseconds, from which overnight financing is counted. */
  entry_time_ms: v.nullable(v.number()),
  /** The current price in USDT of one unit of the quote currency, and its published entry. */
  rate: decimalOut,
  rate_seq: v.nullable(v.number()),
  /** Units of the base currency in a quantity of 1. */
  contract_size: decimalOut,
  /** The rate at acceptance of the order and at opening; the latter is null until the position is open. */
  placed_rate: decimalOut,
  placed_rate_seq: v.nullable(v.number()),
  entry_rate: v.nullable(decimalOut),
  entry_rate_seq: v.nullable(v.number()),
  /** The amount frozen now; for a resting order, including its fee. */
  margin: decimalOut,
  /** Notional ÷ leverage for the open quantity. The position is liquidated when its equity falls to half of this. */
  initial_margin: decimalOut,
  /** The opening fee; for a resting order, the fee at its limit. */
  fee: decimalOut,
  /** Fractions of the notional in effect at acceptance: for opening and closing, and per night. */
  fee_rate: decimalOut,
  financing_rate: decimalOut,
  /** Overnight financing charged and not yet settled by a closing. */
  financing: decimalOut,
  /** The overnight charges, oldest first, settled or not. */
  nights: v.array(night),
  /** Losses of opposite positions charged to this position's gain. Like financing, it lowers the equity. */
  charge: v.optional(decimalOut),
  take_profit: v.nullable(decimalOut),
  /** At most one of these two is set, because a position has one stop. */
  stop_loss: v.nullable(decimalOut),
  profit_lock: v.nullable(decimalOut),
  /** The distance from the best price since it was set. */
  trailing: v.nullable(decimalOut),
  /** Null if no price can liquidate it. */
  liquidation_price: v.nullable(decimalOut),
  /** The total over all closings, before fees and financing. */
  realised_pnl: decimalOut,
  /** The price of the last closing. */
  close_price: v.nullable(decimalOut),
  /** Oldest first. */
  closes: v.array(closing),
  /** The last margin warning sent, as equity in percent of the initial margin: 0 for none, then 75, then 60. */
  warned: v.picklist([0, 75, 60]),
  /**
   * When the customer requested cancellation. While the order is pending, the first price after that cancels it, unless an
   * earlier one opens it.
   */
  cancel_asked_time: v.nullable(seconds),
  /**
   * The last change of levels or margin requested while the newest price was stale: the new levels, and the part of `margin`
   * that takes effect with them, at the first price after the request. Until then the levels above apply. Null if no change is
   * pending.
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
  created_time: seconds,
  closed_time: v.nullable(seconds),
});

export const submitInput = v.object({
  symbol: text(24),
  side,
  type: orderType,
  quantity: decimal,
  leverage: leverageIn,
  /** The limit of a limit order. */
  price: v.optional(decimal),
  /** The worst price that the customer accepts for a market order. */
  worst_price: v.optional(decimal),
  /** The rates as displayed; if they have changed, the order is refused. */
  fee_rate: v.optional(decimal),
  financing_rate: v.optional(decimal),
  take_profit: v.optional(decimal),
  stop_loss: v.optional(decimal),
  trailing: v.optional(decimal),
  collateral: v.optional(collateral, 'contract'),
});
export const submitOutput = v.object({
  id,
  status: positionStatus,
  /** The price of the opening; null while the order is resting. */
  price: v.nullable(decimalOut),
  /** The frozen amount; for a resting order, including its fee. */
  margin: decimalOut,
  fee: decimalOut,
  /** For a resting order, the price if it opens at its limit; null if no price can liquidate it. */
  liquidation_price: v.nullable(decimalOut),
  tape_seq: v.nullable(v.number()),
});

export const positionListInput = v.object({
  /** holding: open and closing; in_transaction: resting orders; completed: closed and cancelled. If absent, all. */
  status: v.optional(v.picklist(['holding', 'in_transaction', 'completed'])),
  symbol: v.optional(text(24)),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
/** Newest first. */
export const positionList = v.object({ items: v.array(position), next: v.nullable(cursor) });

export const closeInput = v.object({
  id,
  /** The quantity to close; if absent, all that is open. */
  quantity: v.optional(decimal),
});
/** price, pnl, fee and tape_seq are null while the close waits for the market to open. */
export const closeOutput = v.object({
  id,
  status: positionStatus,
  price: v.nullable(decimalOut),
  /** Before fee and financing. */
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
export const setStopInput = v.object({
  id,
  take_profit: levelIn,
  /** A position has one stop, a stop-loss or a profit lock. Setting one removes the other. */
  stop_loss: levelIn,
  profit_lock: levelIn,
  trailing: levelIn,
  /** Additional USDT to freeze as margin. */
  add_margin: v.optional(decimal),
});

export const closeAllInput = v.object({
  side: v.optional(side),
  symbol: v.optional(text(24)),
  /** If absent, all products. */
  product: v.optional(product),
});
export const closeAllOutput = v.array(
  v.object({
    id,
    status: positionStatus,
    /** Before fee and financing; null if nothing was closed yet. */
    pnl: v.nullable(decimalOut),
    /** Why this position was not closed now. */
    refusal: v.nullable(refusalCode),
  }),
);

export const cancelInput = v.object({ id });
/**
 * cancelled; or still pending, if the cancellation was requested and takes effect at the first price after that, unless an
 * earlier one opens the order.
 */
export const cancelOutput = v.object({ id, status: positionStatus });
export const cancelAllInput = v.object({
  symbol: v.optional(text(24)),
  /** If absent, all products. */
  product: v.optional(product),
});
export const cancelAllOutput = v.array(cancelOutput);
