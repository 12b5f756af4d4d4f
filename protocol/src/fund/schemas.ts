/** The fund: tiers, and orders with each payment. Rates are percent per day. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, seconds } from '../fields.ts';

export const fundStatus = v.picklist(['pending', 'in_progress', 'ended', 'failed']);
/** How an order ended, or why it never started. */
export const fundReasons = ['matured', 'terminated', 'cancelled', 'rejected', 'start_over'] as const;
/** Why a tier is closed for new orders: by its terms, its places are taken, or the strategy's account doesn't cover a day. */
const fundClosings = ['terms', 'places', 'cover'] as const;

/** A UTC calendar day: "2026-03-01". */
export const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
/** A rate in percent per day, and its sum over 365 such days; both are estimates or past values, never a promise. */
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
  /** How often one account may join, and how often this one did. */
  limit_per_account: v.nullable(v.number()),
  used: v.number(),
  /** How many orders may be open in it at a time, and how many more may start. */
  places: v.number(),
  places_left: v.number(),
  /** In percent of the principal, if it is ended early. */
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
  /** How long an order waits at most to be accepted. */
  review_seconds: v.number(),
  tiers: fundTiers,
});

export const fundJoinInput = v.object({
  /** The tier; if absent, the amount selects it. */
  project_id: v.optional(id),
  amount: decimal,
  /** The tier's terms as displayed: if they have changed since, no order is placed. */
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
  /** The next payment, which may be for the rest of the last day of an ended order. */
  next_income_at: v.nullable(seconds),
  /** The last payment: at the midnight after it ends, unless it ends at midnight. */
  last_income_at: v.nullable(seconds),
  ended_at: v.nullable(seconds),
});
export const fundJoinOutput = v.object({ id, status: fundStatus, order: fundOrder });

export const fundListInput = v.object({
  /** In progress includes pending; finished: ended or failed. */
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
  /** The order's day by number; one more than the number of days is the rest of its last day. */
  number: v.number(),
  time: seconds,
  /** The calendar day whose published rate applies. */
  day,
  /** For how many of the day's 86,400,000 milliseconds the order was in the fund; the rate is for a full day. */
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
  /** The cost as displayed: if it has changed since, nothing ends. */
  fee: v.optional(decimal),
});
export const fundCancelOutput = v.object({ principal: decimalOut, fee: decimalOut, order: fundOrder });
