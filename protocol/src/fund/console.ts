/** Fund orders waiting to be accepted. */
import * as v from 'valibot';
import { fundOrder, fundReasons, fundStatus } from './schemas.ts';
import { cursor, decimal, decimalOut, seconds } from '../fields.ts';
import { caseRef, customerId, note, page } from '../console/fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

const owner = { customer: v.string(), account: v.string() };

const orderRow = v.object({ ...fundOrder.entries, ...owner, deadline_at: seconds, overdue: v.boolean() });

export const fundConsoleCalls = {
  'GET fund_orders': consoleCall({
    roles: everyRole,
    summary: 'Orders of the fund, newest first.',
    shows: 'many',
    input: v.object({ status: v.optional(fundStatus), customer: v.optional(customerId), ...page }),
    output: v.object({ items: v.array(orderRow), next: v.nullable(cursor) }),
    refusals: ['colleague_needed'],
  }),
  'GET fund_order': consoleCall({
    roles: ['support', 'reviewer', 'treasurer', 'admin'],
    summary: 'One fund order with its customer’s other orders.',
    shows: 'one',
    input: v.object(caseRef),
    output: v.object({
      ...orderRow.entries,
      facts: v.object({
        registered_at: seconds,
        account_status: v.string(),
        orders_before: v.number(),
        principal_in_progress: decimalOut,
      }),
    }),
    refusals: ['colleague_needed'],
  }),
  'POST fund_order_decide': consoleCall(
    {
      roles: ['reviewer', 'treasurer', 'admin'],
      summary: 'Accepts an order, or rejects it with a reason and returns the principal.',
      input: v.object({
        ...caseRef,
        verdict: v.picklist(['approve', 'reject']),
        amount: decimal,
        reason: v.optional(v.picklist(fundReasons)),
        note,
      }),
      output: orderRow,
      refusals: [
        'order_state_wrong',
        'case_changed',
        'conflict_of_interest',
        'account_frozen',
        'account_locked',
        'project_state_wrong',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: `fund.${sent.verdict}`, subject: customerSubject(sent.customer) }),
  ),
};
