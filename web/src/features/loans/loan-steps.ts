/** The progress of a loan in steps: application, review, payout and repayment, or its refusal. Pure. */
import type { Loan } from './use-loans.ts';

export type LoanStep = {
  readonly name: 'applied' | 'review' | 'disbursed' | 'repay' | 'settled' | 'failed' | 'cancelled';
  readonly state: 'done' | 'now' | 'late' | 'failed' | 'next';
  /** The time at which the step was reached, in Unix seconds; null if it has not been reached. */
  readonly at: number | null;
};

const next = (name: LoanStep['name']): LoanStep => ({ name, state: 'next', at: null });

/** @param wallSeconds the device's clock, which decides whether a review is late. */
export function loanSteps(loan: Loan, wallSeconds: number): readonly LoanStep[] {
  const applied = { name: 'applied', state: 'done', at: loan.applied_at } as const;
  const disbursed = { name: 'disbursed', state: 'done', at: loan.disbursed_at } as const;
  switch (loan.status) {
    case 'pending_review': {
      const state = wallSeconds > loan.deadline_at ? 'late' : 'now';
      return [applied, { name: 'review', state, at: null }, next('disbursed'), next('repay')];
    }
    case 'disbursed':
      return [applied, disbursed, { name: 'repay', state: loan.overdue ? 'late' : 'now', at: null }];
    case 'settled':
      return [applied, disbursed, { name: 'settled', state: 'done', at: loan.settled_at }];
    case 'failed': {
      const name = loan.reason === 'cancelled_by_customer' ? 'cancelled' : 'failed';
      return [applied, { name, state: 'failed', at: null }];
    }
  }
}

const DAY_SECONDS = 86_400;

/** Returns the days until the loan is due, including the current day; undefined before the payout and after the due date. */
export function daysLeft({ due_at: due }: Pick<Loan, 'due_at'>, nowSeconds: number): number | undefined {
  if (due === null || due <= nowSeconds) return undefined;
  return Math.ceil((due - nowSeconds) / DAY_SECONDS);
}
