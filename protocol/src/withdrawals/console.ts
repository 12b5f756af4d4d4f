/** Calls for withdrawals: those under review, the decision, and the outcome of the payment. */
import * as v from 'valibot';
import { holdReasons, withdrawal, withdrawalReasons } from './schemas.ts';
import { cursor, decimal, decimalOut, seconds, secondsIn, text } from '../fields.ts';
import { moneyStatus } from '../deposits/schemas.ts';
import { caseRef, customerId, note, page } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

const row = v.object({
  ...withdrawal.entries,
  customer: v.string(),
  account: v.string(),
  needs_second: v.boolean(),
  first_by: v.nullable(v.string()),
  second_by: v.nullable(v.string()),
  /** The operator who first reported that the payment failed, if a large withdrawal needs two such reports. */
  failing_by: v.nullable(v.string()),
  /** The number of times that the withdrawal may still be held. */
  holds_left: v.number(),
});

const SETTLED = { paid: 'withdrawal.paid', failed: 'withdrawal.payout_failed' } as const;

export const withdrawalsConsoleCalls = {
  'GET withdrawals': consoleCall({
    roles: ['support', 'reviewer', 'treasurer', 'admin'],
    summary: 'Withdrawals of all customers or of one, newest first.',
    shows: 'many',
    input: v.object({
      status: v.optional(moneyStatus),
      customer: v.optional(customerId),
      ...page,
    }),
    output: v.object({ items: v.array(row), next: v.nullable(cursor) }),
    refusals: ['colleague_needed'],
  }),
  'GET withdrawal': consoleCall({
    roles: ['support', 'reviewer', 'treasurer', 'admin'],
    summary: 'One withdrawal with the results of its automatic checks.',
    shows: 'one',
    input: v.object(caseRef),
    output: v.object({
      ...row.entries,
      facts: v.object({
        verified: v.boolean(),
        registered_at: seconds,
        address_added_at: seconds,
        /** The number of earlier payments to the address, and the other customers who have the address. */
        address_paid_before: v.number(),
        address_shared_with: v.array(v.string()),
        deposited_usdt: decimalOut,
        withdrawn_usdt: decimalOut,
        security_changed_at: v.nullable(seconds),
        new_device_at: v.nullable(seconds),
        account_status: v.string(),
      }),
      payout: v.nullable(
        v.object({ attempts: v.number(), acknowledged: v.boolean(), trouble: v.nullable(v.string()) }),
      ),
    }),
    refusals: ['colleague_needed'],
  }),
  'POST withdrawal_decide': consoleCall(
    {
      roles: ['reviewer', 'treasurer', 'admin'],
      summary: 'Approves or rejects a withdrawal, holds it with a reason and a deadline, or releases a hold.',
      input: v.object({
        ...caseRef,
        verdict: v.picklist(['approve', 'hold', 'release', 'reject']),
        /** All as displayed. The decision is refused if any of these has changed. */
        amount: decimal,
        address: text(120),
        /** The reason; required to hold and to reject. */
        reason: v.optional(v.picklist([...holdReasons, ...withdrawalReasons])),
        /** The latest end of the hold, at most seven days ahead. A withdrawal may be held at most three times. */
        until: v.optional(secondsIn),
        note,
      }),
      output: row,
      refusals: [
        'order_state_wrong',
        'case_changed',
        'case_held',
        'holds_used_up',
        'account_frozen',
        'account_locked',
        'second_person_needed',
        'withdrawals_paused',
        'payouts_stopped',
        'day_cap_reached',
        'conflict_of_interest',
      ],
      touches: 'everything',
    },
    (sent) => ({
      action: `withdrawal.${sent.verdict}`,
      subject: customerSubject(sent.customer),
    }),
  ),
  'POST withdrawal_settle': consoleCall(
    {
      roles: ['treasurer', 'admin'],
      summary:
        'Says that a payment arrived, or that it certainly did not; only then is the money free again.',
      input: v.object({
        ...caseRef,
        outcome: v.picklist(['paid', 'failed']),
        amount: decimal,
        /** The reference of the payment; required if the payment was made. */
        reference: v.optional(text(120)),
        /** The evidence of the failure; required if the payment failed. */
        proof: v.optional(text(500)),
        reason: v.optional(v.picklist(withdrawalReasons)),
      }),
      output: row,
      refusals: [
        'order_state_wrong',
        'case_changed',
        'second_person_needed',
        'withdrawals_paused',
        'day_cap_reached',
        'reference_used',
        'conflict_of_interest',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: SETTLED[sent.outcome], subject: customerSubject(sent.customer) }),
  ),
};
