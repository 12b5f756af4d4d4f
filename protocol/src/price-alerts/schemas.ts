/** A customer's price alerts. */
import * as v from 'valibot';
import { decimal, decimalOut, id, seconds, symbol } from '../fields.ts';

/** The direction in which the last price has to cross the level. */
const direction = v.picklist(['above', 'below']);

export const priceAlert = v.object({
  id: v.string(),
  symbol: v.string(),
  price: decimalOut,
  direction,
  created_at: seconds,
});
/** Open alerts, newest first, at most `max`. Alerts that were reached are among the messages. */
export const priceAlerts = v.object({ items: v.array(priceAlert), max: v.number() });
/** If absent, the direction is derived from the newest price. */
export const priceAlertInput = v.object({ symbol, price: decimal, direction: v.optional(direction) });
export const priceAlertDeleteInput = v.object({ id });
