/** Operators' actions on a customer's account, for its owner to see. */
import * as v from 'valibot';
import { cursor, limitIn, seconds } from '../fields.ts';

export const actsInput = v.object({ cursor: v.optional(cursor), limit: v.optional(limitIn) });
export const acts = v.object({
  items: v.array(
    v.object({
      time: seconds,
      /** support, reviewer, treasurer, admin; the person isn't disclosed. */
      role: v.string(),
      /** As logged, "withdrawal.hold". */
      action: v.string(),
      /** A code of the protocol, if one was given. */
      reason: v.nullable(v.string()),
    }),
  ),
  next: v.nullable(cursor),
});
