/** Rules for repaying a loan, and for closing it on a demo reset. Pure. */
import { payLoan } from '@candor/domain/credit/loan.ts';
import type { LoanAccount } from '@candor/domain/credit/loan.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { append, put } from '../../commands/command.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import { passMarks } from './due.ts';
import { clockSeq, isOverdue, loanArming } from './marks.ts';
import type { LoanPolicy } from './rules.ts';
import { failedLoan } from './rules.ts';
import { scoreInTime } from './score.ts';
import { LOAN_CURRENCY, loans, payments } from './tables.ts';
import type { LoanRow, PaymentRow } from './tables.ts';
import { loanView, noticeOf, owedOf, paymentView, eventOf } from './view.ts';

type Repaid = CallOutput<'POST lh/loan/repayment'>;

export type Repayment = {
  readonly id: bigint;
  /** Undefined to repay the full debt at the time of the payment. */
  readonly amount: Amount | undefined;
};

/** Repays only on request, and only from the available balance. No other money of a customer is ever taken for a loan. */
export function decideRepayment(
  { jurisdictions }: Pick<LoanPolicy, 'jurisdictions'>,
  { id, amount }: Repayment,
  facts: Facts,
) {
  const { nowMs, wallMs } = facts;
  const barred = gateViolation(gateOf(facts), 'loan_repay', { nowMs: wallMs, jurisdictions });
  if (barred !== undefined) return barred;
  const before = facts.row(loans, id);
  if (before === undefined) return refuse('loan_not_found', { field: 'id' });
  if (before.status !== 'disbursed' || before.lent === null) {
    return refuse('order_state_wrong', { field: 'id' });
  }
  const { due } = owedOf(before, nowMs);
  const paid = amount ?? due;
  if (paid <= 0n) return refuse('amount_wrong', { field: 'amount' });
  if (paid > due) {
    const params = { max: formatAmount(due), currency: LOAN_CURRENCY };
    return refuse('repayment_above_due', { field: 'amount', params });
  }
  const available = facts.balance('spot', LOAN_CURRENCY);
  if (available < paid) {
    const currency = LOAN_CURRENCY;
    const params = { needed: formatAmount(paid), currency, available: formatAmount(available) };
    return refuse('balance_insufficient', { field: 'amount', params });
  }
  return ok(repaid(before, { paid, account: before.lent.account }, facts));
}

type Paying = { readonly paid: Amount; readonly account: LoanAccount };

function repaid(before: LoanRow, { paid, account }: Paying, facts: Facts): Effects<Repaid> {
  const { nowMs } = facts;
  const done = payLoan(account, paid, nowMs);
  const payment = paymentOf(before, done, facts);
  // Marks due by now count as passed, so it makes no difference whether they fire before or after the payment.
  const marked = passMarks(before, nowMs, facts);
  const row = afterPayment(marked.row, done.loan, facts);
  const isSettled = row.status === 'settled';
  const scored = isSettled && !isOverdue(row) ? scoreInTime(row.id, facts) : marked.scored;
  const { fee, interest, principal } = done;
  return {
    answer: { paid: paymentView(payment), loan: loanView(row, nowMs) },
    journals: [
      journal('loan_repay', `loan:${row.id}`, [
        { account: 'spot', currency: LOAN_CURRENCY, amount: -paid },
        { account: 'fees', currency: LOAN_CURRENCY, amount: fee },
        { account: 'interest', currency: LOAN_CURRENCY, amount: interest },
        { account: 'lending', currency: LOAN_CURRENCY, amount: principal },
      ]),
    ],
    puts: [put(loans, row), ...(scored.puts ?? [])],
    appends: [
      append(payments, payment),
      ...(scored.appends ?? []),
      ...(isSettled
        ? [noticeOf('loan_settled', row, { facts, atMs: nowMs })]
        : (marked.notice.appends ?? [])),
    ],
    armings: [loanArming(row)],
    events: [eventOf(row, nowMs)],
  };
}

function afterPayment(before: LoanRow, account: LoanAccount, facts: Facts): LoanRow {
  if (before.lent === null) throw new Error(`expected loan ${before.id} to be paid out`);
  const isSettled = account.principalLeft === 0n;
  return {
    ...before,
    version: before.version + 1,
    lent: { ...before.lent, account },
    status: isSettled ? 'settled' : 'disbursed',
    settledMs: isSettled ? facts.nowMs : null,
    armedSeq: clockSeq(facts),
  };
}

function paymentOf(
  { book, id }: LoanRow,
  { fee, interest, principal }: Pick<PaymentRow, 'fee' | 'interest' | 'principal'>,
  facts: Facts,
  journalSeq = facts.journalSeq,
): PaymentRow {
  return { book, id: facts.newId(), loan: id, timeMs: facts.nowMs, fee, interest, principal, journalSeq };
}

/** The house account that a demo reset changes. */
export const RETURN_HOUSE = [['lending', LOAN_CURRENCY] as const];

/**
 * Closes a demo customer's loan on a reset. A pending application is cancelled. For a running loan, only the principal returns to
 * lending. It comes out of equity, which receives the customer's play money in the same transaction, so it makes no difference
 * where the borrowed money is.
 */
export function endForStartOver(facts: Facts, journalSeq: bigint): Omit<Effects<never>, 'answer'> {
  const [before] = facts.openRows(loans);
  if (before === undefined) return {};
  const { nowMs } = facts;
  if (before.lent === null) {
    const row = failedLoan(before, { reason: 'start_over', decidedBy: null }, facts);
    return { puts: [put(loans, row)], events: [eventOf(row, nowMs)] };
  }
  const { account } = before.lent;
  const principal = account.principalLeft;
  if (!facts.houseHas('equity', LOAN_CURRENCY, principal)) {
    throw new Error("expected the demo's equity to cover the principal, found too little");
  }
  const left = afterPayment(before, { ...account, principalLeft: 0n }, facts);
  const row: LoanRow = { ...left, reason: 'start_over' };
  const payment = paymentOf(before, { fee: 0n, interest: 0n, principal }, facts, journalSeq);
  return {
    journals: [
      journal('loan_return', `loan:${row.id}`, [
        { account: 'equity', currency: LOAN_CURRENCY, amount: -principal },
        { account: 'lending', currency: LOAN_CURRENCY, amount: principal },
      ]),
    ],
    puts: [put(loans, row)],
    appends: [append(payments, payment)],
    armings: [loanArming(row)],
    events: [eventOf(row, nowMs)],
  };
}
