/** Currency exchange. A quote is firm for ten seconds, within which it is executed as displayed or refused. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, periodIn, seconds, symbol, text } from '../fields.ts';

export const exchangeTerms = v.object({
  currencies: v.array(v.string()),
  /** The fee as a fraction of the USDT value; it is deducted from that value. */
  fee_rate: decimalOut,
  valid_seconds: v.number(),
  max_usdt: decimalOut,
  /** The maximum number of quotes that a customer may leave unused within an hour. */
  unused_max: v.number(),
});

const leg = v.object({
  symbol,
  side: v.picklist(['buy', 'sell']),
  quantity: decimalOut,
  price: decimalOut,
  tape_seq: v.number(),
});
const figures = {
  from: v.string(),
  to: v.string(),
  from_amount: decimalOut,
  to_amount: decimalOut,
  /** The amount of `to` for one unit of `from`, fee included. */
  rate: decimalOut,
  /** The fee in USDT. */
  fee: decimalOut,
  legs: v.array(leg),
};

export const quoteInput = v.object({ from: text(12), to: text(12), amount: decimal });
export const quoteOutput = v.object({
  quote_id: id,
  ...figures,
  /** The remaining validity in milliseconds, counted from the response. */
  valid_ms: v.number(),
});
export const exchangeInput = v.object({ from: text(12), to: text(12), amount: decimal, quote_id: id });
export const exchangeOutput = v.object({ id, ...figures, time: seconds });
export const exchangeListInput = v.object({
  /** The currency given or received. */
  currency: v.optional(text(12)),
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const exchangeList = v.object({ items: v.array(exchangeOutput), next: v.nullable(cursor) });
