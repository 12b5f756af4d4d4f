/**
 * The trades of the fund's strategy and the publication of each day. Both are public. Amounts are in USDT, and rates in
 * percent per day.
 */
import * as v from 'valibot';
import { cursor, decimalOut, id, limitIn, periodIn, seconds, symbol } from '../fields.ts';
import { day, rate } from '../fund/schemas.ts';

const publishedDay = v.object({
  day,
  /** The strategy's actual result of that day; negative for a loss. */
  result: decimalOut,
  /** The balance of the strategy's account before the day's income was set aside. */
  balance: decimalOut,
  /** The amount needed to pay the maximum rate of every tier, and the amount set aside. */
  wanted: decimalOut,
  reserved: decimalOut,
  /** Whether the account covered the minimum rate of every tier. If not, no new orders start. */
  covered: v.boolean(),
  published_at: seconds,
  rates: v.array(
    v.object({
      project_id: id,
      terms_version: v.number(),
      /** The average principal in the fund over the whole day, rounded down. */
      principal: decimalOut,
      /** The exact sum, over all orders, of the principal times the milliseconds of the day that it was in the fund. */
      principal_ms: decimalOut,
      ...rate,
    }),
  ),
});
export const fundPublished = v.object({
  currency: v.string(),
  /** simulated: booked by the built-in simulation; reported: booked by two operators with evidence. */
  source: v.picklist(['simulated', 'reported']),
  /** The current balance of the strategy's account, the amount set aside for income, and the house's own trading capital. */
  balance: decimalOut,
  reserved: decimalOut,
  capital: decimalOut,
  /** The amount booked since the last 00:00 UTC. */
  result_today: decimalOut,
  principal: decimalOut,
  open: v.boolean(),
  /** The trades, newest first. */
  days: v.array(publishedDay),
});

const tradeLeg = v.object({ venue: v.string(), price: decimalOut, fee: decimalOut });
const trade = v.object({
  id,
  time: seconds,
  symbol,
  quantity: decimalOut,
  buy: tradeLeg,
  sell: tradeLeg,
  result: decimalOut,
  /** The entry of the public tape from which the venues' prices were derived. */
  tape_seq: v.number(),
});
/** Results of an externally traded strategy, booked with dual approval, with the SHA-256 of the evidence. */
const report = v.object({ day, result: decimalOut, evidence: v.string(), booked_at: seconds });
export const strategyInput = v.object({
  day: v.optional(day),
  symbol: v.optional(symbol),
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const strategyTrades = v.object({
  items: v.array(trade),
  reports: v.array(report),
  next: v.nullable(cursor),
});
