/** Credit: what it costs before it is asked for, the application with its documents, and paying it back. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, seconds, text } from '../fields.ts';

const loanStatus = v.picklist(['pending_review', 'disbursed', 'settled', 'failed']);
/** Why an application failed. */
export const loanReasons = [
  'cancelled_by_customer',
  'income_unclear',
  'documents_unreadable',
  'documents_mismatch',
  'credit_score_low',
  'account_restricted',
  'start_over',
] as const;
/** The four pictures, in the order in which they are asked for. */
export const loanDocuments = ['house', 'income', 'bank', 'identity'] as const;

export const loanConfig = v.object({
  currency: v.string(),
  open: v.boolean(),
  min: decimalOut,
  max: decimalOut,
  /** The periods to choose from, in days. */
  days: v.array(v.number()),
  /** Per cent of the principal a begun day. */
  daily_rate: decimalOut,
  /** Per cent of what is unpaid a begun day after maturity, and the most that all of it can be, in per cent of the amount. */
  overdue_rate: decimalOut,
  overdue_cap: decimalOut,
  terms_version: v.number(),
  score: v.number(),
  score_min: v.number(),
  /** The version of the agreement that is consented to. */
  agreement: v.string(),
});

export const loan = v.object({
  id,
  currency: v.string(),
  amount: decimalOut,
  days: v.number(),
  daily_rate: decimalOut,
  overdue_rate: decimalOut,
  overdue_cap: decimalOut,
  /** Principal and interest at maturity; earlier, in part or whole, whenever the borrower likes. */
  method: v.literal('at_maturity'),
  /** Per cent a year by the actuarial method. */
  apr: decimalOut,
  status: loanStatus,
  reason: v.nullable(v.picklist(loanReasons)),
  overdue: v.boolean(),
  /** Interest of all days if it is repaid at maturity, and with the amount. */
  interest_planned: decimalOut,
  total_planned: decimalOut,
  /** What is owed at this moment: principal, interest of the days begun, fee of overdue days, and all of it. */
  unpaid: decimalOut,
  interest: decimalOut,
  overdue_fee: decimalOut,
  due: decimalOut,
  repaid: decimalOut,
  applied_at: seconds,
  deadline_at: seconds,
  disbursed_at: v.nullable(seconds),
  due_at: v.nullable(seconds),
  settled_at: v.nullable(seconds),
  agreement: v.string(),
});

export const loanListInput = v.object({
  status: v.optional(v.picklist(['open', 'finished'])),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const loanList = v.object({ items: v.array(loan), next: v.nullable(cursor) });

export const loanStatistics = v.object({
  currency: v.string(),
  /** Of all loans ever: what was lent, and what was paid back, interest and fees among it. */
  borrowed: decimalOut,
  repaid: decimalOut,
  /** What is owed now, and what of it is overdue. */
  due: decimalOut,
  overdue: decimalOut,
  score: v.number(),
  open: v.nullable(loan),
});

export const loanInput = v.object({
  amount: decimal,
  days: v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))]),
  house: id,
  income: id,
  bank: id,
  identity: id,
  /** The version of the agreement that was shown and consented to. */
  agree: text(40),
  /** Of the terms as they were shown: where they have changed since, nothing is asked for. */
  terms_version: v.optional(v.number()),
});
export const loanOutput = v.object({ id, status: loanStatus, loan });
export const loanCancelInput = v.object({ id });

export const repaymentInput = v.object({
  id,
  /** Left out: everything that is owed at this moment. */
  amount: v.optional(decimal),
  trading_password: v.string(),
});
const repayment = v.object({
  time: seconds,
  amount: decimalOut,
  fee: decimalOut,
  interest: decimalOut,
  principal: decimalOut,
});
export const repaymentOutput = v.object({ paid: repayment, loan });
export const repaymentsInput = v.object({ id });
export const repayments = v.object({ items: v.array(repayment) });
