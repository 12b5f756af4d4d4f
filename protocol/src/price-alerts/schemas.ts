/** A customer's price alerts. */
import * as v from 'valibot';
import { decimal, decimalOut, id, seconds, symbol } from '../fields.ts';

/** The direction in which the last price must reach the level. */
const direction = v.picklist(['above', 'below']);

export const priceAlert = v.object({
  id: v.string(),
  symbol: v.string(),
  price: decimalOut,
  direction,
  created_at: seconds,
});
/** Open alerts, newest first, at most `max`. For an alert that was reached, there is a message instead. */
export const priceAlerts = v.object({ items: v.array(priceAlert), max: v.number() });
/** The direction; if absent, it is derived from the newest price. */
export const priceAlertInput = v.object({ symbol, price: decimal, direction: v.optional(direction) });
export const priceAlertDeleteInput = v.object({ id });
