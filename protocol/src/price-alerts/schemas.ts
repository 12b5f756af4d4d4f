/** Prices that a customer waits for. */
import * as v from 'valibot';
import { decimal, decimalOut, id, seconds, symbol } from '../fields.ts';

/** Which way the last price has to come to the level. */
const direction = v.picklist(['above', 'below']);

export const priceAlert = v.object({
  id: v.string(),
  symbol: v.string(),
  price: decimalOut,
  direction,
  created_at: seconds,
});
/** Those that wait, newest first; `max` of them may. What was reached is among the messages. */
export const priceAlerts = v.object({ items: v.array(priceAlert), max: v.number() });
/** Without a direction it is worked out from the newest price. */
export const priceAlertInput = v.object({ symbol, price: decimal, direction: v.optional(direction) });
export const priceAlertDeleteInput = v.object({ id });
