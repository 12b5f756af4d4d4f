/**
 * The split of a repayment, computed before it is sent: fee first, then interest, then principal, and the remaining debt. Pure.
 */
import { splitPayment } from '@candor/domain/credit/loan.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { Loan } from './use-loans.ts';

export type Split = Readonly<Record<'amount' | 'fee' | 'interest' | 'principal' | 'left', string>>;
export type RepaymentView = {
  readonly split: Split | undefined;
  readonly problem: 'empty' | 'above_due' | 'too_much' | undefined;
};

type Owed = Pick<Loan, 'overdue_fee' | 'interest' | 'unpaid' | 'due'>;

/** @param available the available balance of the spot account. */
export function readRepayment(typed: string, loan: Owed, available: string): RepaymentView {
  const paid = parseAmount(finishedDecimal(typed)) ?? 0n;
  const due = amount(loan.due);
  if (paid === 0n) return { split: undefined, problem: 'empty' };
  if (paid > due) return { split: undefined, problem: 'above_due' };
  const owed = { fee: amount(loan.overdue_fee), interest: amount(loan.interest), due };
  const { fee, interest, principal } = splitPayment({ ...owed, principal: amount(loan.unpaid) }, paid);
  const split = {
    ...{ amount: formatAmount(paid), fee: formatAmount(fee), interest: formatAmount(interest) },
    ...{ principal: formatAmount(principal), left: formatAmount(due - paid) },
  };
  return { split, problem: paid > amount(available) ? 'too_much' : undefined };
}
