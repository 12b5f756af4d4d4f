/** The hosting fund: tiers, and orders with each payment. Rates are per cent a day. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, seconds } from '../fields.ts';

export const fundStatus = v.picklist(['pending', 'in_progress', 'ended', 'failed']);
/** How an order ended, or why it never began. */
export const fundReasons = ['matured', 'terminated', 'cancelled', 'rejected', 'start_over'] as const;
/** Why a tier takes nothing new: the terms say so, its places are taken, or the strategy's account does not cover a day. */
const fundClosings = ['terms', 'places', 'cover'] as const;

/** A day of the calendar in UTC: "2026-03-01". */
export const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
/** A rate in per cent a day, and what it would be in 365 such days; both estimates or the past, never a promise. */
export const rate = { rate: decimalOut, yearly: decimalOut };

const tier = v.object({
  id,
  /** "I" to "VI", the same in all languages. */
  name: v.string(),
  min: decimalOut,
  /** Amounts below it; the last tier's own upper bound belongs to it. */
  max: decimalOut,
  rate_min: decimalOut,
  rate_max: decimalOut,
  yearly_min: decimalOut,
  yearly_max: decimalOut,
  days: v.number(),
  /** How often one account may join, and how often this one did. */
  limit_per_account: v.nullable(v.number()),
  used: v.number(),
  /** How many orders may be open in it at a time, and how many more may begin. */
  places: v.number(),
  places_left: v.number(),
  /** Of the principal, in per cent, when it is ended early. */
  early_fee_rate: decimalOut,
  terms_version: v.number(),
  open: v.boolean(),
  closed_by: v.nullable(v.picklist(fundClosings)),
  /** What was published last for this tier. */
  latest: v.nullable(v.object({ day, ...rate })),
});
export const fundTiers = v.array(tier);

export const fundConfig = v.object({
  currency: v.string(),
  min: decimalOut,
  max: decimalOut,
  /** What the customer has free for it. */
  available: decimalOut,
  /** For how long an order waits at most until it is accepted. */
  review_seconds: v.number(),
  tiers: fundTiers,
});

export const fundJoinInput = v.object({
  /** Of the tier; left out, the amount picks it. */
  project_id: v.optional(id),
  amount: decimal,
  /** Of the tier as it was shown: where it has changed since, nothing begins. */
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
  /** What was paid so far, what ending it early cost, and the one less the other. */
  income: decimalOut,
  fee: decimalOut,
  profit: decimalOut,
  paid_days: v.number(),
  applied_at: seconds,
  started_at: v.nullable(seconds),
  /** When the principal comes back. */
  expires_at: v.nullable(seconds),
  /** Of what is paid next, be it the rest of its last day when it has ended already. */
  next_income_at: v.nullable(seconds),
  /** Of the last payment: at the midnight after it ends, unless it ends at one. */
  last_income_at: v.nullable(seconds),
  ended_at: v.nullable(seconds),
});
export const fundJoinOutput = v.object({ id, status: fundStatus, order: fundOrder });

export const fundListInput = v.object({
  /** In progress: pending too; finished: ended or failed. */
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
  /** Of the order's days in their turn; one more than those is the rest of its last day. */
  number: v.number(),
  time: seconds,
  /** The day of the calendar whose published rate it is. */
  day,
  /** For how many of its 86,400,000 milliseconds the order was in the fund; the rate is that of a full day. */
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
  /** What it costs as it was shown: where it has come to cost another since, nothing ends. */
  fee: v.optional(decimal),
});
export const fundCancelOutput = v.object({ principal: decimalOut, fee: decimalOut, order: fundOrder });
