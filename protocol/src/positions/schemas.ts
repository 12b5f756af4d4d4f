/** Leveraged orders and positions, the same for contracts and for forex and metals. An order is a position that rests. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, refusalCode, seconds, symbol, text } from '../fields.ts';
import { closeReasons } from './close-reasons.ts';

const product = v.picklist(['contract', 'forex']);
const side = v.picklist(['long', 'short']);
const orderType = v.picklist(['market', 'limit']);
/**
 * pending: an order that rests, a limit or one at market whose next price fills it; open: a position; closing: a close that
 * waits for the next price, or for its market to open; closed and cancelled are ends.
 */
const positionStatus = v.picklist(['pending', 'open', 'closing', 'closed', 'cancelled']);
/** Where the margin comes from: the contract account in USDT, or experience credit. */
const collateral = v.picklist(['contract', 'promo']);
const closeReason = v.picklist(closeReasons);
/** A whole number, as text where the body is a form. */
const leverageIn = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
  v.integer(),
);

/** A closing of the whole position or of a part. */
const closing = v.object({
  /** In coins or lots, like the position's. */
  quantity: decimalOut,
  price: decimalOut,
  tape_seq: v.number(),
  /** USDT for one unit of the quote currency. */
  rate: decimalOut,
  /** The published entry that the rate stands in; null where the quote currency counts as one USDT. */
  rate_seq: v.nullable(v.number()),
  /** In USDT, before fee and financing. */
  pnl: decimalOut,
  fee: decimalOut,
  financing: decimalOut,
  /** What the loss exceeded the margin by, which the house bears. */
  shortfall: decimalOut,
  /** Of the shortfall: taken back of gains that the customer's opposite positions closed with, and charged to open ones. */
  offset: v.optional(decimalOut),
  charged: v.optional(decimalOut),
  /** What losses of opposite positions had charged to this one, settled with this closing. */
  charge: v.optional(decimalOut),
  /** What could not be paid at once and follows. */
  owed: v.optional(decimalOut),
  reason: closeReason,
  time: seconds,
  time_ms: v.number(),
});

/** Midnights UTC that were charged together, at the first entry behind them. */
const night = v.object({
  /** The entry of the symbol's tape, and its time by the market clock in milliseconds. */
  seq: v.number(),
  time_ms: v.number(),
  /** How many midnights. */
  nights: v.number(),
  /** What the charge was reckoned from: what was open, its entry price, and the rate with its published entry. */
  quantity: decimalOut,
  price: decimalOut,
  rate: decimalOut,
  rate_seq: v.nullable(v.number()),
  /** Of all of them, in USDT. */
  amount: decimalOut,
});

/** All money in USDT. Profit that is not realised is computed on the device, from quote and rate, by the domain's rules. */
export const position = v.object({
  id,
  product,
  symbol,
  side,
  type: orderType,
  status: positionStatus,
  /** Why it ended; null until then. */
  reason: v.nullable(v.union([closeReason, refusalCode])),
  /** Asked for: coins of crypto, lots of forex and metals. */
  quantity: decimalOut,
  /** Not closed yet; 0 before the opening and after the end. */
  open_quantity: decimalOut,
  /** What of it waits to be closed at the next price; null while nothing does. */
  closing_quantity: v.nullable(decimalOut),
  leverage: v.number(),
  collateral,
  /** The limit; null at market. */
  price: v.nullable(decimalOut),
  /** Of the opening; null until it is open. */
  entry_price: v.nullable(decimalOut),
  entry_seq: v.nullable(v.number()),
  entry_time: v.nullable(seconds),
  /** The same in milliseconds: nights count from there. */
  entry_time_ms: v.nullable(v.number()),
  /** USDT for one unit of the quote currency, as the position is valued now, and the published entry it stands in. */
  rate: decimalOut,
  rate_seq: v.nullable(v.number()),
  /** What a quantity of 1 has of the base currency. */
  contract_size: decimalOut,
  /** The rate as it was when the order was accepted, and at the opening; null until it is open. */
  placed_rate: decimalOut,
  placed_rate_seq: v.nullable(v.number()),
  entry_rate: v.nullable(decimalOut),
  entry_rate_seq: v.nullable(v.number()),
  /** Frozen now; of a resting order with its fee. */
  margin: decimalOut,
  /** Notional ÷ leverage of what is still open; close-out comes when equity is half of it. */
  initial_margin: decimalOut,
  /** Of the opening; of a resting order as it would be at the limit. */
  fee: decimalOut,
  /** Parts of one of the notional, as they counted when the order was accepted: on opening and closing, and each night. */
  fee_rate: decimalOut,
  financing_rate: decimalOut,
  /** Charged by the day and not settled by a closing yet. */
  financing: decimalOut,
  /** What of it was charged when, oldest first, settled or not. */
  nights: v.array(night),
  /** What losses of opposite positions charged to this one's gain; it lowers the equity like financing. */
  charge: v.optional(decimalOut),
  take_profit: v.nullable(decimalOut),
  /** At most one of the two stands: a position has one stop. */
  stop_loss: v.nullable(decimalOut),
  profit_lock: v.nullable(decimalOut),
  /** A distance in price from the best since it was set. */
  trailing: v.nullable(decimalOut),
  /** Null when no price can close it out. */
  liquidation_price: v.nullable(decimalOut),
  /** Of all closings, before fees and financing. */
  realised_pnl: decimalOut,
  /** Of the last closing. */
  close_price: v.nullable(decimalOut),
  /** Oldest first. */
  closes: v.array(closing),
  /** The last margin warning sent, equity in per cent of the initial margin: 0 for none, then 75, then 60. */
  warned: v.picklist([0, 75, 60]),
  /** When its customer asked to cancel it. While it is still pending, the first price from then on cancels it, unless an earlier one opens it. */
  cancel_asked_time: v.nullable(seconds),
  /**
   * The last change of levels or margin that was asked for while the newest price was not fresh: what the levels will be, and the part of
   * `margin` that counts with them, from the first price from then on. Until then the levels above count. Null where none waits.
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
  /** The worst price that the customer accepts of a market order. */
  worst_price: v.optional(decimal),
  /** The rates that were shown; where others count by now, the order is refused. */
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
  /** Of the opening; null while the order rests. */
  price: v.nullable(decimalOut),
  /** Frozen; of a resting order with its fee. */
  margin: decimalOut,
  fee: decimalOut,
  /** Of a resting order as it would be at the limit; null when no price can close it out. */
  liquidation_price: v.nullable(decimalOut),
  tape_seq: v.nullable(v.number()),
});

export const positionListInput = v.object({
  /** holding: open and closing; in_transaction: resting orders; completed: closed and cancelled. Absent: all. */
  status: v.optional(v.picklist(['holding', 'in_transaction', 'completed'])),
  symbol: v.optional(text(24)),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
/** Newest first. */
export const positionList = v.object({ items: v.array(position), next: v.nullable(cursor) });

export const closeInput = v.object({
  id,
  /** A part; absent closes all that is open. */
  quantity: v.optional(decimal),
});
/** price, pnl, fee and tape_seq are null when the close waits for the market to open. */
export const closeOutput = v.object({
  id,
  status: positionStatus,
  price: v.nullable(decimalOut),
  /** Before fee and financing. */
  pnl: v.nullable(decimalOut),
  fee: v.nullable(decimalOut),
  tape_seq: v.nullable(v.number()),
});

/** Null takes a level away (in a form the empty text does), absent leaves it. */
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
  /** The position's one stop is a stop-loss or a profit lock: setting one takes the other away. */
  stop_loss: levelIn,
  profit_lock: levelIn,
  trailing: levelIn,
  /** USDT to freeze as margin besides. */
  add_margin: v.optional(decimal),
});

export const closeAllInput = v.object({
  side: v.optional(side),
  symbol: v.optional(text(24)),
  /** Absent: contracts, forex and metals alike. */
  product: v.optional(product),
});
export const closeAllOutput = v.array(
  v.object({
    id,
    status: positionStatus,
    /** Before fee and financing; null when nothing was closed yet. */
    pnl: v.nullable(decimalOut),
    /** Why this one was not closed now. */
    refusal: v.nullable(refusalCode),
  }),
);

export const cancelInput = v.object({ id });
/** cancelled, or still pending: asked for, and carried out by the first price from then on, unless an earlier one opens it. */
export const cancelOutput = v.object({ id, status: positionStatus });
export const cancelAllInput = v.object({
  symbol: v.optional(text(24)),
  /** Absent: contracts, forex and metals alike. */
  product: v.optional(product),
});
export const cancelAllOutput = v.array(cancelOutput);
