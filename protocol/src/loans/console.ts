/** Calls for loans: applications, their documents, and the decision. */
import * as v from 'valibot';
import { loan, loanDocuments, loanReasons } from './schemas.ts';
import { cursor, decimal, decimalOut, seconds, text } from '../fields.ts';
import { caseRef, customerId, note, page } from '../console/fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

const owner = { customer: v.string(), account: v.string() };

const loanRow = v.object({
  ...loan.entries,
  ...owner,
  review_overdue: v.boolean(),
  /** Whether the amount needs dual approval; if so, who approved first, and when. */
  needs_second: v.boolean(),
  first_by: v.nullable(v.string()),
  first_at: v.nullable(seconds),
});

/** `overdue` selects disbursed loans past their due date. */
export const loanStates = ['pending_review', 'disbursed', 'overdue', 'settled', 'failed'] as const;

export const loansConsoleCalls = {
  'GET loans': consoleCall({
    roles: everyRole,
    summary: 'Loans, newest first; on request, only overdue ones.',
    shows: 'many',
    input: v.object({
      status: v.optional(v.picklist(loanStates)),
      customer: v.optional(customerId),
      ...page,
    }),
    output: v.object({ items: v.array(loanRow), next: v.nullable(cursor) }),
    refusals: ['colleague_needed'],
  }),
  'GET loan': consoleCall({
    roles: ['support', 'reviewer', 'treasurer', 'admin'],
    summary: 'One loan with its documents and the facts about its borrower.',
    shows: 'one',
    input: v.object(caseRef),
    output: v.object({
      ...loanRow.entries,
      /** The file ids of the documents. Every view of a document is recorded in the audit log. */
      documents: v.array(v.object({ of: v.picklist(loanDocuments), file: v.string(), hash: v.string() })),
      facts: v.object({
        score: v.number(),
        registered_at: seconds,
        account_status: v.string(),
        loans_before: v.number(),
        overdue_before: v.number(),
        claims_usdt: decimalOut,
        deposited_usdt: decimalOut,
      }),
      /** The account of the operator who approved first. */
      first_person: v.nullable(v.string()),
      decided_by: v.nullable(v.string()),
    }),
    refusals: ['colleague_needed'],
  }),
  'POST loan_picture': consoleCall({
    roles: ['reviewer', 'treasurer', 'admin'],
    summary:
      'One of the four documents, and the name of the verified one; that somebody looked is on record.',
    shows: 'one',
    unsigned: ['loan.read'],
    input: v.object({ ...caseRef, of: v.picklist(loanDocuments) }),
    output: v.object({
      mime: v.string(),
      base64: v.string(),
      /** The customer's verified name, to be compared with the documents; masked once the loan is decided. */
      verified_name: v.nullable(v.string()),
    }),
    refusals: ['colleague_needed', 'conflict_of_interest'],
  }),
  'POST loan_decide': consoleCall(
    {
      roles: ['reviewer', 'treasurer', 'admin'],
      summary:
        'Approves an application, which pays the loan out at once, or refuses it with a reason; a large one is paid out by the second person who approves.',
      input: v.object({
        ...caseRef,
        verdict: v.picklist(['approve', 'reject']),
        /** All as displayed. The decision is refused if any of these has changed. */
        amount: decimal,
        documents: v.array(text(64)),
        reason: v.optional(v.picklist(loanReasons)),
        note,
      }),
      output: loanRow,
      refusals: [
        'loan_not_found',
        'order_state_wrong',
        'case_changed',
        'conflict_of_interest',
        'account_frozen',
        'account_locked',
        'verification_needed',
        'product_not_offered',
        'credit_score_low',
        'second_person_needed',
        'day_cap_reached',
        'house_funds_insufficient',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: `loan.${sent.verdict}`, subject: customerSubject(sent.customer) }),
  ),
};
