/** Recurring purchases: a plan, what it came to, and its history. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, seconds, symbol, text } from '../fields.ts';
import { leg } from '../spot/schemas.ts';

const everies = ['day', 'week', 'month'] as const;
/** Why an operator pauses a plan; its customer reads which. */
export const pauseReasons = ['unusual_activity', 'market_trouble', 'support_request'] as const;

const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** Of a week 1 (Monday) to 7; of a month 1 to 31, of which a shorter month takes its last day; 0 of every day. The hour is UTC. */
const schedule = { every: v.picklist(everies), on_day: whole(0, 31), hour: whole(0, 23) };
/** USDT to spend each time, fee included. */
const terms = { amount: decimal, ...schedule };

export const plan = v.object({
  id: v.string(),
  symbol: v.string(),
  amount: decimalOut,
  every: v.picklist(everies),
  on_day: v.number(),
  hour: v.number(),
  status: v.picklist(['active', 'paused']),
  /** Why it is paused: by the customer, after three times without the money, or by an operator. */
  reason: v.nullable(v.picklist(['customer', 'short', ...pauseReasons])),
  /** Of the market clock, as the other times here. */
  next_at: v.nullable(seconds),
  /** How many times in a row the money was short. */
  short_run: v.number(),
  /** The average price is with the fees. */
  bought: v.object({
    times: v.number(),
    quantity: decimalOut,
    spent: decimalOut,
    average_price: v.nullable(decimalOut),
  }),
  created_at: seconds,
});
/** `max` plans may be there at a time; so late a purchase is still made. */
export const plans = v.object({
  items: v.array(plan),
  max: v.number(),
  late_seconds: v.number(),
  now: seconds,
});

const purchase = v.object({
  id: v.string(),
  plan: v.string(),
  due_at: seconds,
  time_at: seconds,
  status: v.picklist(['ordered', 'bought', 'skipped']),
  /** Why it was skipped: a refusal of an order at market, or that no price came in time. */
  reason: v.nullable(v.string()),
  amount: decimalOut,
  /** The order that it came to, with its receipt. */
  order: v.nullable(v.string()),
  fill: v.nullable(leg),
});
export const purchasesInput = v.object({ id, cursor: v.optional(cursor), limit: v.optional(limitIn) });
export const purchases = v.object({ items: v.array(purchase), next: v.nullable(cursor) });

/** Nothing is bought before the first day, "2026-11-30", of UTC. */
export const createInput = v.object({ symbol, ...terms, first_day: v.optional(text(10)) });
export const changeInput = v.object({ id, ...terms });
export const planRef = v.object({ id });
