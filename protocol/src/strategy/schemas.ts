/** What the fund's strategy did, and what was published of each day: the same for anybody. Rates are per cent a day. */
import * as v from 'valibot';
import { cursor, decimalOut, id, limitIn, seconds, symbol } from '../fields.ts';
import { day, rate } from '../fund/schemas.ts';

const publishedDay = v.object({
  day,
  /** What the strategy really made that day; negative when it lost. */
  result: decimalOut,
  /** The strategy's account before the day's income was set aside. */
  balance: decimalOut,
  /** What the upper ends of the bands would have taken, and what was set aside. */
  wanted: decimalOut,
  reserved: decimalOut,
  /** Whether the account covered the lower ends; where it does not, nothing new begins. */
  covered: v.boolean(),
  published_at: seconds,
  rates: v.array(
    v.object({
      project_id: id,
      terms_version: v.number(),
      /** What was in the fund, as it comes to over the whole day, rounded down. */
      principal: decimalOut,
      /** Exactly: the sum of each principal times the milliseconds of the day that it was there. */
      principal_ms: decimalOut,
      ...rate,
    }),
  ),
});
export const fundPublished = v.object({
  currency: v.string(),
  /** Simulated: booked by the house's simulation; reported: by two operators with evidence. */
  source: v.picklist(['simulated', 'reported']),
  /** The strategy's account now, what is set aside for income, and the house's own money that it trades with. */
  balance: decimalOut,
  reserved: decimalOut,
  capital: decimalOut,
  /** Booked since the last 00:00 UTC. */
  result_today: decimalOut,
  principal: decimalOut,
  open: v.boolean(),
  /** Newest first. */
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
  /** The entry of the public tape that the venues' prices were made from. */
  tape_seq: v.number(),
});
/** What two operators booked of a live strategy, with the digest of the evidence. */
const report = v.object({ day, result: decimalOut, evidence: v.string(), booked_at: seconds });
export const strategyInput = v.object({
  day: v.optional(day),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const strategyTrades = v.object({
  items: v.array(trade),
  reports: v.array(report),
  next: v.nullable(cursor),
});
