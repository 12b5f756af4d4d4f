/** An account's standing, and manual changes of its credit score. */
import * as v from 'valibot';
import { standingReasons } from './schemas.ts';
import { nothing } from '../fields.ts';
import { customerId, note } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

/** Why a credit score is changed manually. */
export const creditSetReasons = [
  'loan_repaid_in_time',
  'loan_overdue',
  'operator_correction',
  'document_forged',
] as const;

export const standingConsoleCalls = {
  'POST standing': consoleCall(
    {
      roles: ['support', 'reviewer', 'admin'],
      summary: 'Freezes, locks or releases an account.',
      input: v.object({
        customer: customerId,
        change: v.picklist(['freeze', 'lock', 'release']),
        reason: v.picklist(standingReasons),
        note,
      }),
      output: nothing,
      refusals: ['colleague_needed', 'user_not_found', 'state_abnormal', 'conflict_of_interest'],
      touches: 'everything',
    },
    (sent) => ({ action: `customer.${sent.change}`, subject: customerSubject(sent.customer) }),
  ),
  'POST credit': consoleCall(
    {
      roles: ['reviewer', 'admin'],
      summary: 'Sets a credit score.',
      input: v.object({
        customer: customerId,
        score: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
        reason: v.picklist(creditSetReasons),
        note,
      }),
      output: nothing,
      refusals: ['user_not_found', 'state_abnormal', 'conflict_of_interest'],
      touches: 'everything',
    },
    (sent) => ({ action: 'credit.set', subject: customerSubject(sent.customer) }),
  ),
};
