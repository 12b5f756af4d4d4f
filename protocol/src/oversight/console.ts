/** Limits on the actions of single operators: daily caps, hourly quotas, and alarms. */
import * as v from 'valibot';
import { decimalOut, none, nothing, seconds, text } from '../fields.ts';
import { reasonText } from '../console/fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';
import { operatorSubject } from '../console/approval.ts';

export const capKinds = ['deposit', 'withdrawal_approve', 'withdrawal_pay', 'loan', 'manual'] as const;

/** Actions with an hourly quota per operator. */
export const paces = ['locks', 'reads'] as const;

export const oversightConsoleCalls = {
  'GET freezes': consoleCall({
    roles: everyRole,
    summary:
      'The guard’s freezes of payouts and new trades, with the approvals of their release, newest first.',
    input: none,
    output: v.object({
      /** When the guard last finished a check of the books; null before the first one. */
      checked_at: v.nullable(seconds),
      freezes: v.array(
        v.object({
          number: v.string(),
          /** The number of the broken invariant, such as L1; or "silence", if the guard itself did not run. */
          reason: v.string(),
          since: seconds,
          until: v.nullable(seconds),
          approvals: v.array(v.object({ operator: v.string(), at: seconds })),
        }),
      ),
    }),
    refusals: [],
  }),
  'POST freeze_release': consoleCall(
    {
      roles: ['treasurer', 'admin'],
      summary:
        'Approves the release of a freeze, which takes effect when a second person approves it within a day.',
      input: v.object({ id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)), reason: reasonText }),
      output: nothing,
      refusals: ['order_state_wrong', 'second_person_needed', 'conflict_of_interest'],
      touches: 'everything',
    },
    () => ({ action: 'freeze.release', subject: 'house' }),
  ),
  'POST operator_allow': consoleCall(
    {
      roles: ['admin'],
      summary: 'Allows a colleague to lock, or read about, ten times as many customers for an hour.',
      input: v.object({ account: text(60), what: v.picklist(paces), reason: reasonText }),
      output: nothing,
      refusals: ['user_not_found', 'second_person_needed'],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.allow', subject: operatorSubject(sent.account) }),
  ),
  'GET alarms': consoleCall({
    roles: ['admin'],
    summary: 'Unusual recent activity of operators.',
    input: none,
    output: v.array(
      v.object({
        kind: v.picklist([
          'approvals',
          'verifications',
          'shared_address',
          'cap',
          'reads',
          'sign_ins',
          'freeze',
          'guard_silent',
          'guard_unchecked',
          'log_stuck',
          'trigger_busy',
        ]),
        /**
         * The subject of the alarm: an operator’s account or person, the customer of a withdrawal, the number of a freeze, the
         * invariant that was not checked, the kind of entries that the public log lacks, or the customer of a trigger that stays
         * busy; empty if the guard is silent, or if no entry reaches the log.
         */
        who: v.string(),
        /**
         * The number or amount that raised the alarm, the withdrawal's id, the broken invariant of a freeze, the number of the
         * guard's runs without the invariant, the error of the log, or the kind and row of a trigger.
         */
        what: v.string(),
        /**
         * The threshold or maximum; for an address, the number of other customers who have it; for a freeze, a silent
         * guard or the log, the time at which it began, in seconds; for an unchecked invariant, the error, or
         * nothing.
         */
        bound: v.string(),
      }),
    ),
    refusals: [],
  }),
  'GET caps': consoleCall({
    roles: everyRole,
    summary: 'The operator’s daily limits for crediting, paying out and granting, and the remaining amounts.',
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
