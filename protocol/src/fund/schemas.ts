/** The fund: its tiers, and orders with each payment. Rates are in percent per day. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, periodIn, seconds } from '../fields.ts';

export const fundStatus = v.picklist(['pending', 'in_progress', 'ended', 'failed']);
/** How an order ended, or why it was never started. */
export const fundReasons = ['matured', 'terminated', 'cancelled', 'rejected', 'start_over'] as const;
/**
 * Why a tier is closed to new orders: the published terms close the tier, all its places are taken, or the strategy's account
 * does not cover the last day.
 */
const fundClosings = ['terms', 'places', 'cover'] as const;

/** A UTC calendar day, for example "2026-03-01". */
export const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
/** A rate in percent per day, and the sum of that rate over 365 days. Both are estimates or past values, not promises. */
export const rate = { rate: decimalOut, yearly: decimalOut };

const tier = v.object({
  id,
  /** "I" to "VI", the same in all languages. */
  name: v.string(),
  min: decimalOut,
  /** The upper bound is exclusive, except for the last tier. */
  max: decimalOut,
  rate_min: decimalOut,
  rate_max: decimalOut,
  yearly_min: decimalOut,
  yearly_max: decimalOut,
  days: v.number(),
  /** How many orders one customer may start in the tier, and how many the caller has started. */
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
  latest: v.nullable(v.object({ day, ...rate })),
});
export const fundTiers = v.array(tier);

export const fundConfig = v.object({
  currency: v.string(),
  min: decimalOut,
  max: decimalOut,
  available: decimalOut,
  /** The maximum time until an order is accepted or refused. */
  review_seconds: v.number(),
  tiers: fundTiers,
});

export const fundJoinInput = v.object({
  /** The tier; if absent, it is selected by the amount. */
  project_id: v.optional(id),
  amount: decimal,
  /** The displayed version of the tier's terms. If it is no longer current, the order is refused. */
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
  /** The income paid so far, the fee for ending the order early, and the income minus that fee. */
  income: decimalOut,
  fee: decimalOut,
  profit: decimalOut,
  paid_days: v.number(),
  applied_at: seconds,
  started_at: v.nullable(seconds),
  /** When the principal is returned. */
  expires_at: v.nullable(seconds),
  /** When the next payment is due. For an order that has ended, this is the payment for the rest of its last day. */
  next_income_at: v.nullable(seconds),
  /** When the last payment is due: at the midnight after the order ends, unless it ends at midnight. */
  last_income_at: v.nullable(seconds),
  ended_at: v.nullable(seconds),
});
export const fundJoinOutput = v.object({ id, status: fundStatus, order: fundOrder });

export const fundListInput = v.object({
  /** in_progress includes pending orders; finished ones have ended or failed. */
  status: v.optional(v.picklist(['in_progress', 'finished'])),
  /** `from` and `to` refer to the time of the request. */
  ...periodIn,
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
  /** The number of the order's day, from 1. The payment for the rest of the last day has the next number. */
  number: v.number(),
  time: seconds,
  /** The calendar day whose published rate applies. */
  day,
  /**
   * The number of milliseconds (at most 86,400,000) of the day for which the order was in the fund. The rate is for a full
   * day.
   */
  part_ms: v.number(),
  ...rate,
  amount: decimalOut,
});
export const fundPaymentsInput = v.object({
  id: v.optional(id),
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const fundPayments = v.object({ items: v.array(payment), next: v.nullable(cursor) });

export const fundCancelInput = v.object({
  id,
  /** The displayed fee. If it has changed, the call is refused. */
  fee: v.optional(decimal),
});
export const fundCancelOutput = v.object({ principal: decimalOut, fee: decimalOut, order: fundOrder });
