/**
 * The exact cost of a loan: interest on the remaining principal for each started day, a fee instead of interest after
 * maturity, and the split of a payment. The debt is a function of the loan's row and the time. Nothing is written daily, so no
 * day can be charged twice or skipped.
 */
import type { Amount } from '../money/amount.ts';
import { feeOn, valueReceived } from '../money/rounding.ts';
import { DAY_MS } from '../time.ts';

/** The available loan periods, in days. */
export const LOAN_DAYS = [7, 15, 30, 60, 90] as const;

/** The agreed figures, which never change. Rates are fractions. */
export type LoanFigures = {
  readonly amount: Amount;
  readonly days: number;
  /** The interest for a started day, as a fraction of the remaining principal. */
  readonly dailyRate: Amount;
  /** The fee for a started day after maturity, as a fraction of unpaid principal and interest. */
  readonly overdueRate: Amount;
  /** The maximum sum of all fees, as a fraction of the amount. */
  readonly overdueCap: Amount;
};

/** A disbursed loan, in its state after the last payment. Times are by the market clock. */
export type LoanAccount = LoanFigures & {
  readonly disbursedMs: number;
  readonly principalLeft: Amount;
  /** The number of days for which interest has been charged, the total interest, and the paid part of it. */
  readonly interestDays: number;
  readonly interest: Amount;
  readonly interestPaid: Amount;
  /** The number of days after maturity for which a fee has been charged, the total fee, and the paid part of it. */
  readonly overdueDays: number;
  readonly fees: Amount;
  readonly feesPaid: Amount;
};

export type LoanDue = {
  readonly principal: Amount;
  readonly interest: Amount;
  readonly fee: Amount;
  readonly due: Amount;
};

/** Returns the state of a loan at its payout. */
export function disbursedLoan(figures: LoanFigures, disbursedMs: number): LoanAccount {
  const { amount, days, dailyRate, overdueRate, overdueCap } = figures;
  return {
    ...{ amount, days, dailyRate, overdueRate, overdueCap, disbursedMs, principalLeft: amount },
    ...{ interestDays: 0, interest: 0n, interestPaid: 0n, overdueDays: 0, fees: 0n, feesPaid: 0n },
  };
}

/** Returns the maturity in milliseconds. From that instant on, the loan is overdue. */
export function maturityMs({ days }: Pick<LoanFigures, 'days'>, disbursedMs: number): number {
  return disbursedMs + days * DAY_MS;
}

/** Returns the interest of a loan that is repaid at maturity. */
export function plannedInterest({ amount, days, dailyRate }: LoanFigures): Amount {
  return BigInt(days) * feeOn(amount, dailyRate);
}

export function feesMax({ amount, overdueCap }: LoanFigures): Amount {
  return valueReceived(amount, overdueCap);
}

export function loanStanding(loan: LoanAccount, nowMs: number): LoanDue {
  const { principalLeft, interest, interestPaid, fees, feesPaid } = charged(loan, nowMs);
  const owed = { principal: principalLeft, interest: interest - interestPaid, fee: fees - feesPaid };
  return { ...owed, due: owed.principal + owed.interest + owed.fee };
}

export type LoanPaid = Omit<LoanDue, 'due'> & { readonly loan: LoanAccount };

/** Splits a payment: first the fee is paid, then the interest, then the principal. Throws if the payment is above the debt. */
export function splitPayment(owed: LoanDue, paid: Amount): Omit<LoanDue, 'due'> {
  if (paid <= 0n || paid > owed.due)
    throw new Error(`expected a payment above 0 and at most ${owed.due}, found ${paid}`);
  const fee = least(paid, owed.fee);
  const interest = least(paid - fee, owed.interest);
  return { fee, interest, principal: paid - fee - interest };
}

/** Returns the split of a payment made at an instant, and the loan after the payment. */
export function payLoan(loan: LoanAccount, paid: Amount, nowMs: number): LoanPaid {
  const { fee, interest, principal } = splitPayment(loanStanding(loan, nowMs), paid);
  const now = charged(loan, nowMs);
  return {
    ...{ fee, interest, principal },
    loan: {
      ...now,
      principalLeft: now.principalLeft - principal,
      interestPaid: now.interestPaid + interest,
      feesPaid: now.feesPaid + fee,
    },
  };
}

/**
 * Charges every day that has started. The first day starts with the payout, so an immediate repayment costs one day. The
 * charge of a day is computed from the principal at the start of the day, so a repayment lowers the interest from the next day
 * on. Charges are never reversed, even if the clock is set back.
 */
function charged(loan: LoanAccount, nowMs: number): LoanAccount {
  const { days, dailyRate, overdueRate, principalLeft, disbursedMs } = loan;
  const begun = Math.floor((nowMs - disbursedMs) / DAY_MS) + 1;
  const interestDays = Math.max(loan.interestDays, Math.min(begun, days));
  const interest = loan.interest + BigInt(interestDays - loan.interestDays) * feeOn(principalLeft, dailyRate);
  const overdueDays = Math.max(loan.overdueDays, begun - days);
  const daily = feeOn(principalLeft + interest - loan.interestPaid, overdueRate);
  const fees = least(loan.fees + BigInt(overdueDays - loan.overdueDays) * daily, feesMax(loan));
  return { ...loan, interestDays, interest, overdueDays, fees };
}

function least(one: Amount, other: Amount): Amount {
  return one < other ? one : other;
}
