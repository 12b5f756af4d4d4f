/** Calls for resetting a customer's second factors. */
import * as v from 'valibot';
import { nothing } from '../fields.ts';
import { customerId, note } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

/**
 * The reason for a reset: too many failed attempts, which are cleared while the factors are kept; or lost factors, which are
 * removed after the customer's identity was proven in another way.
 */
export const factorResetReasons = ['misses', 'lost'] as const;

export const securityConsoleCalls = {
  'POST factor_reset': consoleCall(
    {
      roles: ['reviewer', 'admin'],
      summary:
        'Forgives wrong codes, or takes lost factors off, which takes two persons; then withdrawals are held for a day.',
      input: v.object({ customer: customerId, reason: v.picklist(factorResetReasons), note }),
      output: nothing,
      refusals: ['user_not_found', 'state_abnormal', 'conflict_of_interest', 'second_person_needed'],
      touches: 'everything',
    },
    (sent) => ({ action: 'factor.reset', subject: customerSubject(sent.customer) }),
  ),
};
