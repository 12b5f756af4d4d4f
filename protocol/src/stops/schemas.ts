/** The public list of emergency stops. */
import * as v from 'valibot';
import { stopCauses } from './targets.ts';

export const stopsInput = v.object({});
/** What operators stopped in an emergency, for how long and why. */
export const stops = v.object({
  /** The newest hundred, newest first. */
  stops: v.array(
    v.object({
      number: v.number(),
      /**
       * What was stopped: "payouts", the openings of a product such as "product:spot", or those of an instrument such as
       * "instrument:BTC/USDT".
       */
      target: v.string(),
      cause: v.picklist(stopCauses),
      since_ms: v.number(),
      /** When it ends by itself; once it is over, when it ended. */
      until_ms: v.number(),
      in_effect: v.boolean(),
      /** Whether two persons ended it before its time. */
      released: v.boolean(),
    }),
  ),
});
