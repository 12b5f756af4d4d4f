/** Calls for deposits under review: the list, a deposit with its proof of payment, and the decision. */
import * as v from 'valibot';
import { deposit, depositReasons, moneyStatus } from './schemas.ts';
import { cursor, decimal, decimalOut, seconds, text } from '../fields.ts';
import { caseRef, customerId, note, page } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

const row = v.object({
  ...deposit.entries,
  customer: v.string(),
  account: v.string(),
  /** Whether the amount needs dual approval; if so, who approved first, and when. */
  needs_second: v.boolean(),
  first_by: v.nullable(v.string()),
  first_at: v.nullable(seconds),
});

export const depositsConsoleCalls = {
  'GET deposits': consoleCall({
    roles: ['support', 'reviewer', 'treasurer', 'admin'],
    summary: 'Deposits of all customers or of one, newest first.',
    shows: 'many',
    input: v.object({
      status: v.optional(moneyStatus),
      customer: v.optional(customerId),
      ...page,
    }),
    output: v.object({ items: v.array(row), next: v.nullable(cursor) }),
    refusals: ['colleague_needed'],
  }),
  'GET deposit': consoleCall({
    roles: ['support', 'reviewer', 'treasurer', 'admin'],
    summary: 'One deposit with the results of its automatic checks.',
    shows: 'one',
    input: v.object(caseRef),
    output: v.object({
      ...row.entries,
      /** The hash of the image. An approval covers it together with the amount. */
      voucher_hash: v.string(),
      voucher_size: v.object({ width: v.number(), height: v.number() }),
      /** The amount that would be credited now. */
      credit: v.nullable(
        v.object({ currency: v.string(), amount: decimalOut, rate: v.nullable(decimalOut) }),
      ),
      facts: v.object({
        /**
         * Whether the customer is verified by a document. The name is returned together with the proof of payment, because
         * that view is recorded.
         */
        verified: v.boolean(),
        /** The customer's earlier deposits: the number and value of credited ones, and the number of failed ones. */
        deposits_before: v.number(),
        credited_before_usdt: decimalOut,
        failed_before: v.number(),
        registered_at: seconds,
      }),
      /** The account of the first approver and the payment reference, which the second must repeat. */
      first_person: v.nullable(v.string()),
      first_reference: v.nullable(v.string()),
      decided_by: v.nullable(v.string()),
    }),
    refusals: ['colleague_needed'],
  }),
  'POST deposit_picture': consoleCall({
    roles: ['reviewer', 'treasurer', 'admin'],
    summary:
      'The proof that was handed in, and the name of the verified document; that somebody looked is on record.',
    shows: 'one',
    unsigned: ['deposit.read'],
    input: v.object(caseRef),
    output: v.object({
      mime: v.string(),
      base64: v.string(),
      /** The customer's verified name, to be compared with the sender's; masked once the deposit is decided. */
      verified_name: v.nullable(v.string()),
    }),
    refusals: ['colleague_needed', 'conflict_of_interest'],
  }),
  'POST deposit_decide': consoleCall(
    {
      roles: ['reviewer', 'treasurer', 'admin'],
      summary:
        'Credits exactly what was seen, waits for it to arrive, or refuses it; a large one is credited by the second person who approves.',
      input: v.object({
        ...caseRef,
        verdict: v.picklist(['approve', 'await', 'reject']),
        /** Both as displayed. The decision is refused if either has changed. */
        amount: decimal,
        voucher_hash: text(80),
        /** The bank's or chain's reference for the payment. Required to approve. */
        reference: v.optional(text(120)),
        /** Required to reject. */
        reason: v.optional(v.picklist(depositReasons)),
        note,
      }),
      output: row,
      refusals: [
        'deposit_not_found',
        'order_state_wrong',
        'case_changed',
        'reference_used',
        'second_person_needed',
        'conflict_of_interest',
        'trading_closed',
        'day_cap_reached',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: `deposit.${sent.verdict}`, subject: customerSubject(sent.customer) }),
  ),
};
