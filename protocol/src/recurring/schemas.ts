/** Recurring purchases: a plan, its results, and its history. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, periodIn, seconds, symbol, text } from '../fields.ts';
import { leg } from '../spot/schemas.ts';

const everies = ['day', 'week', 'month'] as const;
/** The outcome of a due time of a plan. `ordered`: the order waits for a price. */
export const purchaseStates = ['ordered', 'bought', 'skipped'] as const;
/** Why an operator pauses a plan. The customer sees the reason. */
export const pauseReasons = ['unusual_activity', 'market_trouble', 'support_request'] as const;

const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/**
 * 1 (Monday) to 7 for a weekly plan; 1 to 31 for a monthly one, where the last day is used in a shorter month; 0 for a daily
 * one. The hour is in UTC.
 */
const schedule = { every: v.picklist(everies), on_day: whole(0, 31), hour: whole(0, 23) };
/** The amount in USDT to spend on each purchase, including the fee. */
const terms = { amount: decimal, ...schedule };

export const plan = v.object({
  id,
  symbol: v.string(),
  amount: decimalOut,
  every: v.picklist(everies),
  on_day: v.number(),
  hour: v.number(),
  status: v.picklist(['active', 'paused']),
  /** Why the plan is paused: by the customer, by an operator, or after insufficient funds for three consecutive purchases. */
  reason: v.nullable(v.picklist(['customer', 'short', ...pauseReasons])),
  /** The time of the next purchase. All times are by the market clock. */
  next_at: v.nullable(seconds),
  /** The number of consecutive purchases with insufficient funds. */
  short_run: v.number(),
  /** The average price, including fees. */
  bought: v.object({
    times: v.number(),
    quantity: decimalOut,
    spent: decimalOut,
    average_price: v.nullable(decimalOut),
  }),
  created_at: seconds,
});
/** A customer may have at most `max` plans. A purchase is made at most `late_seconds` after its due time. */
export const plans = v.object({
  items: v.array(plan),
  max: v.number(),
  late_seconds: v.number(),
  now: seconds,
});

const purchase = v.object({
  id,
  plan: v.string(),
  due_at: seconds,
  time_at: seconds,
  status: v.picklist(purchaseStates),
  /** Why the purchase was skipped: a refusal of a market order, or no price in time. */
  reason: v.nullable(v.string()),
  amount: decimalOut,
  /** The order of the purchase. */
  order: v.nullable(v.string()),
  fill: v.nullable(leg),
});
export const purchasesInput = v.object({
  /** The plan; if absent, the purchases of all plans, including deleted ones. */
  id: v.optional(id),
  symbol: v.optional(symbol),
  /** The outcome of the purchase. */
  kind: v.optional(v.picklist(purchaseStates)),
  /** `from` and `to` refer to the time at which the purchase was due. */
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const purchases = v.object({ items: v.array(purchase), next: v.nullable(cursor) });

/** The first UTC day on which a purchase may be made: "2026-11-30". */
export const createInput = v.object({ symbol, ...terms, first_day: v.optional(text(10)) });
export const changeInput = v.object({ id, ...terms });
export const planRef = v.object({ id });
