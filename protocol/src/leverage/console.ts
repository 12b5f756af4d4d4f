/** Calls for applications for leverage: the list, an application, and the decision. */
import * as v from 'valibot';
import { leverReasons } from './schemas.ts';
import { nothing, seconds } from '../fields.ts';
import { caseRef, customerId, note } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

export const leverageConsoleCalls = {
  'GET leverage': consoleCall({
    roles: ['support', 'reviewer', 'admin'],
    summary: 'A customer’s application for leverage, with the concerns about it.',
    shows: 'one',
    input: v.object({ customer: customerId }),
    output: v.object({
      account: v.string(),
      enabled: v.boolean(),
      open_trades: v.number(),
      application: v.nullable(
        v.object({
          id: v.string(),
          status: v.string(),
          reason: v.nullable(v.string()),
          submitted_at: v.nullable(seconds),
          decided_at: v.nullable(seconds),
          answers: v.nullable(v.record(v.string(), v.string())),
          quiz_right: v.nullable(v.number()),
          concerns: v.array(v.string()),
        }),
      ),
    }),
    refusals: ['colleague_needed', 'user_not_found'],
  }),
  'POST leverage_decide': consoleCall(
    {
      roles: ['reviewer', 'admin'],
      summary: 'Switches leverage on or off, or rejects an application for it.',
      input: v.object({
        customer: customerId,
        /** The displayed application; absent if the customer made none. */
        id: v.optional(caseRef.id),
        verdict: v.picklist(['approve', 'reject', 'off']),
        reason: v.optional(v.picklist(leverReasons)),
        note,
      }),
      output: nothing,
      refusals: [
        'user_not_found',
        'state_abnormal',
        'lever_trade_open',
        'case_changed',
        'conflict_of_interest',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: `lever.${sent.verdict}`, subject: customerSubject(sent.customer) }),
  ),
};
