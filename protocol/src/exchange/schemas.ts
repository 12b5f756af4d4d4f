/** Flash exchange: a firm price for ten seconds, carried out as shown or refused. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, seconds, symbol, text } from '../fields.ts';

export const exchangeTerms = v.object({
  currencies: v.array(v.string()),
  /** Of the USDT value, out of which it is taken. */
  fee_rate: decimalOut,
  valid_seconds: v.number(),
  /** The most that one exchange may be worth, in USDT. */
  max_usdt: decimalOut,
  /** How many prices somebody may be given within an hour without carrying them out. */
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
  /** What one unit of `from` brings of `to`, fee included. */
  rate: decimalOut,
  /** In USDT. */
  fee: decimalOut,
  legs: v.array(leg),
};

export const quoteInput = v.object({ from: text(12), to: text(12), amount: decimal });
export const quoteOutput = v.object({
  quote_id: id,
  ...figures,
  /** Milliseconds for which it still holds, counted from the answer. */
  valid_ms: v.number(),
});
export const exchangeInput = v.object({ from: text(12), to: text(12), amount: decimal, quote_id: id });
export const exchangeOutput = v.object({ id, ...figures, time: seconds });
export const exchangeListInput = v.object({ cursor: v.optional(cursor), limit: v.optional(limitIn) });
export const exchangeList = v.object({ items: v.array(exchangeOutput), next: v.nullable(cursor) });
