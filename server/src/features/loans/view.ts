/** A loan as its customer and operators see it at an instant, and its events and notices. */
import { aprOf } from '@candor/domain/credit/apr.ts';
import { loanStanding, plannedInterest } from '@candor/domain/credit/loan.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Append, CustomerEvent, Facts } from '../../commands/command.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { isOverdue } from './marks.ts';
import { LOAN_CURRENCY } from './tables.ts';
import type { LoanRow, PaymentRow } from './tables.ts';

export type LoanView = CallOutput<'GET lh/loan/order'>['items'][number];
type PaymentView = CallOutput<'GET lh/loan/payments'>['items'][number];

const NOTHING = { principal: 0n, interest: 0n, fee: 0n, due: 0n };
const seconds = (ms: number): number => Math.floor(ms / 1000);
const secondsOrNull = (ms: number | undefined | null) =>
  ms === undefined || ms === null ? null : seconds(ms);

/** Formats a fraction in per cent: 0.0005 becomes "0.05". */
export function perCent(rate: Amount): string {
  return formatAmount(rate * 100n);
}

/** Returns the debt on a loan at an instant of the market clock; zero before the payout and after repayment. */
export function owedOf({ status, lent }: Pick<LoanRow, 'status' | 'lent'>, nowMs: number) {
  return status === 'disbursed' && lent !== null ? loanStanding(lent.account, nowMs) : NOTHING;
}

/** `nowMs` is by the market clock. */
export function loanView(row: LoanRow, nowMs: number): LoanView {
  const { figures, lent } = row;
  const interest = plannedInterest(figures);
  const owed = owedOf(row, nowMs);
  return {
    id: row.id.toString(),
    currency: LOAN_CURRENCY,
    amount: formatAmount(figures.amount),
    days: figures.days,
    daily_rate: perCent(figures.dailyRate),
    overdue_rate: perCent(figures.overdueRate),
    overdue_cap: perCent(figures.overdueCap),
    method: 'at_maturity',
    apr: perCent(aprOf(figures)),
    status: row.status,
    reason: row.reason,
    // A loan is overdue from the instant of maturity, even before the mark has fired. A settled loan is not overdue, even if
    // it was paid late.
    overdue: row.status === 'disbursed' && lent !== null && (isOverdue(row) || lent.dueMs <= nowMs),
    interest_planned: formatAmount(interest),
    total_planned: formatAmount(figures.amount + interest),
    unpaid: formatAmount(owed.principal),
    interest: formatAmount(owed.interest),
    overdue_fee: formatAmount(owed.fee),
    due: formatAmount(owed.due),
    repaid: formatAmount(repaidOf(row)),
    applied_at: seconds(row.appliedMs),
    deadline_at: seconds(row.reviewDueMs),
    disbursed_at: secondsOrNull(lent?.account.disbursedMs),
    due_at: secondsOrNull(lent?.dueMs),
    settled_at: secondsOrNull(row.settledMs),
    agreement: row.agreement,
  };
}

function repaidOf({ figures, lent }: LoanRow): Amount {
  if (lent === null) return 0n;
  const { principalLeft, interestPaid, feesPaid } = lent.account;
  return figures.amount - principalLeft + interestPaid + feesPaid;
}

export function paymentView({ timeMs, fee, interest, principal }: Omit<PaymentRow, 'book'>): PaymentView {
  return {
    time: seconds(timeMs),
    amount: formatAmount(fee + interest + principal),
    fee: formatAmount(fee),
    interest: formatAmount(interest),
    principal: formatAmount(principal),
  };
}

/** Builds the event for the customer's devices. */
export function eventOf(row: LoanRow, nowMs: number): CustomerEvent {
  return { name: 'loan', payload: () => ({ loan: loanView(row, nowMs) }) };
}

type LoanNotice = Extract<NoticeKind, `loan_${string}`>;

/** Builds a notice with the debt or, for an application, the requested amount, and with the due date. */
export function noticeOf(
  kind: LoanNotice,
  row: LoanRow,
  { facts, atMs }: { readonly facts: Facts; readonly atMs: number },
): Append {
  const { figures, lent } = row;
  const isOwed = kind === 'loan_reminder' || kind === 'loan_overdue';
  const amount = formatAmount(isOwed ? owedOf(row, atMs).due : figures.amount);
  const until = lent === null ? {} : { until: seconds(lent.dueMs).toString() };
  const loan = row.id.toString();
  return noticeNow(facts, kind, { loan, amount, currency: LOAN_CURRENCY, ...until });
}
