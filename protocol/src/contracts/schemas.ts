/** The data for an order form for contracts, forex or metals. */
import * as v from 'valibot';
import { decimalOut, seconds, symbol, text } from '../fields.ts';
import { position } from '../positions/schemas.ts';
import { lossShare } from '../transparency/schemas.ts';

const quote = v.object({
  bid: decimalOut,
  ask: decimalOut,
  last: decimalOut,
  tape_seq: v.number(),
  time: seconds,
});

const session = v.object({
  open: v.boolean(),
  /** The reason why the instrument cannot be traded: its session is closed, or its feed is stale. */
  closed_because: v.nullable(v.picklist(['session', 'stale'])),
  /** When the session reopens; null while it is open. */
  reopens_at: v.nullable(seconds),
});

/** Bounds of an order: prices in the quote currency, quantities in coins or lots. */
const limits = v.object({
  tick_size: decimalOut,
  price_max: decimalOut,
  quantity_step: decimalOut,
  quantity_min: decimalOut,
  quantity_max: decimalOut,
  /** Units of the base currency in a quantity of 1. */
  contract_size: decimalOut,
  /** The pip of forex and metals; for crypto, the tick. */
  pip_size: decimalOut,
});

/**
 * The price in USDT of one unit of a quote currency. USDT and USD equal 1 and have no tape, so symbol, seq and time are null.
 */
export const conversionRate = v.object({
  currency: v.string(),
  rate: decimalOut,
  symbol: v.nullable(symbol),
  seq: v.nullable(v.number()),
  time: v.nullable(seconds),
});

/** The part of an order form's data that needs no login. */
export const ticket = v.object({
  symbol,
  /** The quote; null before the first one. */
  quote: v.nullable(quote),
  session,
  limits,
  /** Ascending. */
  leverages: v.array(v.number()),
  /** Fees as fractions of the notional: "0.0005" is 0.05%. */
  fees: v.object({ open_rate: decimalOut, close_rate: decimalOut }),
  /** Overnight financing as fractions of the notional per day, charged at 00:00 UTC; `next_at` is the next such time. */
  financing: v.object({ long_rate: decimalOut, short_rate: decimalOut, next_at: seconds }),
  /** The conversion rate of the quote currency; null while none is published. */
  rate: v.nullable(conversionRate),
  loss_share: lossShare,
});

export const dealInput = v.object({ symbol: text(24) });
export const dealOutput = v.object({
  ...ticket.entries,
  /** In USDT: the balance of the contract account, and the experience credit that can be used as margin instead. */
  account: v.object({ available: decimalOut, frozen: decimalOut, promo: decimalOut }),
  /** The customer's open, closing and resting positions in this symbol. */
  positions: v.array(position),
  lever_enabled: v.boolean(),
});
