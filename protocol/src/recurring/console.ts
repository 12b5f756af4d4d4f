/** Calls for recurring purchases: the plans of a customer, and pausing a plan. */
import * as v from 'valibot';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';
import { caseRef, customerId, note } from '../console/fields.ts';
import { nothing } from '../fields.ts';
import { pauseReasons, plan } from './schemas.ts';

export const recurringConsoleCalls = {
  'GET recurring': consoleCall({
    roles: ['support', 'reviewer', 'admin'],
    summary: 'A customer’s recurring purchases.',
    shows: 'one',
    input: v.object({ customer: customerId }),
    output: v.object({ items: v.array(plan) }),
    refusals: ['colleague_needed', 'user_not_found'],
  }),
  'POST recurring_pause': consoleCall(
    {
      roles: ['support', 'reviewer', 'admin'],
      summary: 'Pauses a recurring purchase for a reason that the customer reads, who may resume it.',
      input: v.object({ ...caseRef, reason: v.picklist(pauseReasons), note }),
      output: nothing,
      refusals: ['state_abnormal', 'conflict_of_interest'],
      touches: 'everything',
    },
    (sent) => ({ action: 'recurring.pause', subject: customerSubject(sent.customer) }),
  ),
};
