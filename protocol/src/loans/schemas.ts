/** Loans: the cost, the application with its documents, and the repayment. */
import * as v from 'valibot';
import { cursor, decimal, decimalOut, id, limitIn, periodIn, seconds, text } from '../fields.ts';

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
/** The four images, in the order in which they are requested. */
export const loanDocuments = ['house', 'income', 'bank', 'identity'] as const;

export const loanConfig = v.object({
  currency: v.string(),
  open: v.boolean(),
  min: decimalOut,
  max: decimalOut,
  /** The available loan periods, in days. */
  days: v.array(v.number()),
  /** Interest in percent of the principal per started day. */
  daily_rate: decimalOut,
  /** The late fee in percent of the unpaid amount per started overdue day, and the maximum total in percent of the principal. */
  overdue_rate: decimalOut,
  overdue_cap: decimalOut,
  terms_version: v.number(),
  score: v.number(),
  score_min: v.number(),
  /** The version of the agreement to consent to. */
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
  /** Principal and interest are due at maturity; partial or full repayment is possible at any time. */
  method: v.literal('at_maturity'),
  /** The annual percentage rate by the actuarial method. */
  apr: decimalOut,
  status: loanStatus,
  reason: v.nullable(v.picklist(loanReasons)),
  overdue: v.boolean(),
  /** The total interest if the loan is repaid at maturity, and the sum of that and the principal. */
  interest_planned: decimalOut,
  total_planned: decimalOut,
  /** The amounts owed now: principal, interest for the started days, late fee, and total. */
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
  /** `from` and `to` refer to the time of the application. */
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const loanList = v.object({ items: v.array(loan), next: v.nullable(cursor) });

export const loanStatistics = v.object({
  currency: v.string(),
  /** Over all loans of the customer: the amount lent, and the amount repaid including interest and fees. */
  borrowed: decimalOut,
  repaid: decimalOut,
  /** The amount owed now, and its overdue part. */
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
  /** The displayed version of the loan agreement, to which the customer consents. */
  agree: text(40),
  /** The displayed version of the terms. If it is no longer current, the application is refused. */
  terms_version: v.optional(v.number()),
});
export const loanOutput = v.object({ id, status: loanStatus, loan });
export const loanCancelInput = v.object({ id });

export const repaymentInput = v.object({
  id,
  /** The amount to repay; if absent, everything that is owed. */
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
