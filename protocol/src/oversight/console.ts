/** Limits on the actions of single operators: daily caps, hourly quotas, and alarms. */
import * as v from 'valibot';
import { decimalOut, none, nothing, text } from '../fields.ts';
import { reasonText } from '../console/fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';
import { operatorSubject } from '../console/approval.ts';

export const capKinds = ['deposit', 'withdrawal_approve', 'withdrawal_pay', 'loan', 'manual'] as const;

/** Actions with an hourly quota per operator. */
export const paces = ['locks', 'reads'] as const;

export const oversightConsoleCalls = {
  'POST operator_allow': consoleCall(
    {
      roles: ['admin'],
      summary: 'Lets a colleague lock, or read about, ten times as many customers for an hour.',
      input: v.object({ account: text(60), what: v.picklist(paces), reason: reasonText }),
      output: nothing,
      refusals: ['user_not_found', 'second_person_needed'],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.allow', subject: operatorSubject(sent.account) }),
  ),
  'GET alarms': consoleCall({
    roles: ['admin'],
    summary: 'What is unusual of what operators did lately.',
    input: none,
    output: v.array(
      v.object({
        kind: v.picklist(['approvals', 'verifications', 'shared_address', 'cap', 'reads', 'sign_ins']),
        /** The subject of the alarm: an operator’s account or person, or the customer of a withdrawal. */
        who: v.string(),
        /** The number or amount that raised the alarm, or the withdrawal's id. */
        what: v.string(),
        /** The threshold or maximum; for an address, the number of other customers who have it. */
        bound: v.string(),
      }),
    ),
    refusals: [],
  }),
  'GET caps': consoleCall({
    roles: everyRole,
    summary: 'How much the operator may let in, let out or grant in a day of UTC, and what is left of it.',
    input: none,
    output: v.array(
      v.object({
        kind: v.picklist(capKinds),
        /**
         * In USDT: the operator's cap, the amount used, and the amount left within the operator's cap and that of their role.
         */
        cap: decimalOut,
        used: decimalOut,
        left: decimalOut,
      }),
    ),
    refusals: [],
  }),
};
