/** Calls for verifications under review: the list, the images, and the decision. */
import * as v from 'valibot';
import { verificationReasons } from './schemas.ts';
import { id, nothing, seconds } from '../fields.ts';
import { customerId, note } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

export const verificationConsoleCalls = {
  'POST kyc': consoleCall({
    roles: ['reviewer', 'admin'],
    summary:
      'Opens what a customer handed in to be verified; that somebody looked is on record and shown to them.',
    shows: 'one',
    input: v.object({ customer: customerId, note }),
    output: v.object({
      application: id,
      customer: v.string(),
      account: v.string(),
      status: v.string(),
      reason: v.nullable(v.string()),
      submitted_at: seconds,
      decided_at: v.nullable(seconds),
      given: v.object({
        country: v.string(),
        first_name: v.string(),
        last_name: v.string(),
        birth_date: v.string(),
        certificate_type: v.string(),
        certificate_number: v.string(),
      }),
      registered_birth_date: v.nullable(v.string()),
      /**
       * The hash of the displayed application. The decision contains it, and is refused if a different application is pending.
       */
      seen: v.string(),
    }),
    refusals: ['colleague_needed', 'user_not_found', 'state_abnormal', 'conflict_of_interest'],
  }),
  'POST kyc_picture': consoleCall({
    roles: ['reviewer', 'admin'],
    summary: 'One side of the document. The access is logged and shown to the customer.',
    shows: 'one',
    unsigned: ['kyc.read'],
    input: v.object({ customer: customerId, side: v.picklist(['front', 'back']), note }),
    output: v.object({ mime: v.string(), base64: v.string() }),
    refusals: ['colleague_needed', 'user_not_found', 'state_abnormal', 'conflict_of_interest'],
  }),
  'POST kyc_decide': consoleCall(
    {
      roles: ['reviewer', 'admin'],
      summary: 'Approves or rejects the documents that were viewed.',
      input: v.object({
        customer: customerId,
        seen: v.string(),
        verdict: v.picklist(['approve', 'reject']),
        reason: v.optional(v.picklist(verificationReasons)),
        note,
      }),
      output: nothing,
      refusals: ['user_not_found', 'state_abnormal', 'case_changed', 'conflict_of_interest'],
      touches: 'everything',
    },
    (sent) => ({ action: `kyc.${sent.verdict}`, subject: customerSubject(sent.customer) }),
  ),
};
