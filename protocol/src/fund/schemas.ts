/** The fund: its tiers, and orders with each payment. Rates are in percent per day. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, seconds } from '../fields.ts';

export const fundStatus = v.picklist(['pending', 'in_progress', 'ended', 'failed']);
/** How an order ended, or why it was never started. */
export const fundReasons = ['matured', 'terminated', 'cancelled', 'rejected', 'start_over'] as const;
/**
 * Why a tier is closed to new orders: its terms close it, all its places are taken, or the strategy's account does not cover a
 * day.
 */
const fundClosings = ['terms', 'places', 'cover'] as const;

/** A UTC calendar day: "2026-03-01". */
export const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
/** A rate in percent per day, and its sum over 365 such days. Both are estimates or past values, never a promise. */
export const rate = { rate: decimalOut, yearly: decimalOut };

const tier = v.object({
  id,
  /** "I" to "VI", the same in all languages. */
  name: v.string(),
  min: decimalOut,
  /** Exclusive, except for the last tier's upper bound. */
  max: decimalOut,
  rate_min: decimalOut,
  rate_max: decimalOut,
  yearly_min: decimalOut,
  yearly_max: decimalOut,
  days: v.number(),
  /** How often one account may join the tier, and how often the caller has joined it. */
  limit_per_account: v.nullable(v.number()),
  used: v.number(),
  /** How many orders may be open in the tier at a time, and how many more can start now. */
  places: v.number(),
  places_left: v.number(),
  /** The fee for ending an order early, in percent of the principal. */
  early_fee_rate: decimalOut,
  terms_version: v.number(),
  open: v.boolean(),
  closed_by: v.nullable(v.picklist(fundClosings)),
  /** The newest publication for this tier. */
  latest: v.nullable(v.object({ day, ...rate })),
});
export const fundTiers = v.array(tier);

export const fundConfig = v.object({
  currency: v.string(),
  min: decimalOut,
  max: decimalOut,
  /** The customer's available balance. */
  available: decimalOut,
  /** The maximum time that an order waits to be accepted. */
  review_seconds: v.number(),
  tiers: fundTiers,
});

export const fundJoinInput = v.object({
  /** The tier; if absent, it is selected by the amount. */
  project_id: v.optional(id),
  amount: decimal,
  /** The version of the tier's terms as displayed. If it is no longer current, no order is placed. */
  terms_version: v.optional(v.number()),
});

export const fundOrder = v.object({
  id,
  project_id: id,
  currency: v.string(),
  amount: decimalOut,
  rate_min: decimalOut,
  rate_max: decimalOut,
  days: v.number(),
  early_fee_rate: decimalOut,
  status: fundStatus,
  reason: v.nullable(v.picklist(fundReasons)),
  /** Income paid so far, the cost of ending early, and the difference. */
  income: decimalOut,
  fee: decimalOut,
  profit: decimalOut,
  paid_days: v.number(),
  applied_at: seconds,
  started_at: v.nullable(seconds),
  /** When the principal is returned. */
  expires_at: v.nullable(seconds),
  /** When the next payment is due. For an order that has ended, it is for the rest of its last day. */
  next_income_at: v.nullable(seconds),
  /** When the last payment is due: at the midnight after the order ends, unless it ends at midnight. */
  last_income_at: v.nullable(seconds),
  ended_at: v.nullable(seconds),
});
export const fundJoinOutput = v.object({ id, status: fundStatus, order: fundOrder });

export const fundListInput = v.object({
  /** in_progress includes pending orders; finished ones have ended or failed. */
  status: v.optional(v.picklist(['in_progress', 'finished'])),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const fundList = v.object({ items: v.array(fundOrder), next: v.nullable(cursor) });

export const fundSums = v.object({
  principal: decimalOut,
  pending: v.number(),
  in_progress: v.number(),
  income_today: decimalOut,
  income_total: decimalOut,
  fees_total: decimalOut,
});

const payment = v.object({
  order_id: id,
  /** The number of the order's day. The rest of its last day has the number after the last. */
  number: v.number(),
  time: seconds,
  /** The calendar day whose published rate applies. */
  day,
  /** The number of milliseconds of the day's 86,400,000 that the order was in the fund; the rate is for a full day. */
  part_ms: v.number(),
  ...rate,
  amount: decimalOut,
});
export const fundPaymentsInput = v.object({
  id: v.optional(id),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const fundPayments = v.object({ items: v.array(payment), next: v.nullable(cursor) });

export const fundCancelInput = v.object({
  id,
  /** The cost as displayed. If it has changed since, the order is not ended. */
  fee: v.optional(decimal),
});
export const fundCancelOutput = v.object({ principal: decimalOut, fee: decimalOut, order: fundOrder });
