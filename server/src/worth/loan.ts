/** Reads the terms of a loan and its state after the last payment, from which its debt at any time is computed. */
import type { LoanAccount } from '@candor/domain/credit/loan.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';

export const LOAN_COLUMNS = `l.amount, l.days, l.daily_rate, l.overdue_rate, l.overdue_cap, l.disbursed_ms, l.principal_left,
  l.interest_days, l.interest, l.interest_paid, l.overdue_days, l.fees, l.fees_paid`;

/** `row` has the columns as text. */
export function loanOf(row: Readonly<Record<string, string | null>>): LoanAccount {
  const text = (column: string): string => {
    const found = row[column];
    if (found === null || found === undefined)
      throw new Error(`expected the column ${column} of a loan, found none`);
    return found;
  };
  const money = (column: string) => fromNumeric(text(column));
  const whole = (column: string) => Number(text(column));
  return {
    ...{ amount: money('amount'), days: whole('days'), dailyRate: money('daily_rate') },
    ...{ overdueRate: money('overdue_rate'), overdueCap: money('overdue_cap') },
    ...{ disbursedMs: whole('disbursed_ms'), principalLeft: money('principal_left') },
    ...{ interestDays: whole('interest_days'), interest: money('interest') },
    ...{ interestPaid: money('interest_paid'), overdueDays: whole('overdue_days') },
    ...{ fees: money('fees'), feesPaid: money('fees_paid') },
  };
}
