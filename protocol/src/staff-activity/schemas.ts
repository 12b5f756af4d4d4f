/** Operators' actions on a customer's account, as shown to the customer. */
import * as v from 'valibot';
import { cursor, limitIn, seconds } from '../fields.ts';

export const actsInput = v.object({ cursor: v.optional(cursor), limit: v.optional(limitIn) });
export const acts = v.object({
  items: v.array(
    v.object({
      time: seconds,
      /** The operator's role: support, reviewer, treasurer or admin. The person is not disclosed. */
      role: v.string(),
      /** The action in the audit log, for example "withdrawal.hold". */
      action: v.string(),
      /** The reason code; null if no reason was given. */
      reason: v.nullable(v.string()),
    }),
  ),
  next: v.nullable(cursor),
});
