/** Cancelling the resting orders of every product: immediately, or by a switch that fires unless it is renewed. */
import * as v from 'valibot';
import { id, refusalCode } from '../fields.ts';

/**
 * `cancelled`; `waiting`, if the cancellation takes effect at the first price after the request, unless an earlier price
 * fills the order; or `kept`, because it is a market order that is waiting for its price and can't be cancelled.
 */
const takenBack = v.object({ id, status: v.picklist(['cancelled', 'waiting', 'kept']) });

export const cancelEverywhereOutput = v.object({
  products: v.array(
    v.object({
      product: v.picklist(['spot', 'leveraged']),
      orders: v.array(takenBack),
      /** Why no order of this product was cancelled; null if all orders that can be cancelled were. */
      refusal: v.nullable(refusalCode),
    }),
  ),
});

const SWITCH_SECONDS_MIN = 5;
const SWITCH_SECONDS_MAX = 86_400;
/** 0 disarms the switch. In a form, the number's text. */
export const switchInput = v.object({
  seconds: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
    v.integer(),
    v.check(
      (seconds) => seconds === 0 || (seconds >= SWITCH_SECONDS_MIN && seconds <= SWITCH_SECONDS_MAX),
      'seconds',
    ),
  ),
});

/** All times are by the market's clock, in milliseconds since 1970. */
export const switchView = v.object({
  /** `off` if the switch was never armed or is disarmed; `fired` until it is armed again. */
  status: v.picklist(['off', 'armed', 'fired']),
  /** The seconds after which the switch fires unless it is renewed; null while it is off. */
  seconds: v.nullable(v.number()),
  /** When the switch was last armed or renewed, and when it fires or was due to fire; null while it is off. */
  set_at: v.nullable(v.number()),
  fires_at: v.nullable(v.number()),
  /** The entry of the BTC/USDT tape that fired the switch: the first one made at or after that time; null until then. */
  fired_seq: v.nullable(v.number()),
});
