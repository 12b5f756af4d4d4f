/**
 * The exact cost of a loan: interest for each started day on the remaining principal, after maturity a fee instead, and how a
 * payment is split. The debt is a function of the row and the time; nothing is written daily, so no day can be charged twice
 * or forgotten.
 */
import type { Amount } from '../money/amount.ts';
import { feeOn, valueReceived } from '../money/rounding.ts';
import { DAY_MS } from '../time.ts';

/** The terms offered, in days. */
export const LOAN_DAYS = [7, 15, 30, 60, 90] as const;

/** The agreed figures, which never change. Rates are fractions. */
export type LoanFigures = {
  readonly amount: Amount;
  readonly days: number;
  /** Interest for a started day on the remaining principal. */
  readonly dailyRate: Amount;
  /** Fee for a started day after maturity, on unpaid principal and interest. */
  readonly overdueRate: Amount;
  /** The maximum of all fees together, as a fraction of the amount. */
  readonly overdueCap: Amount;
};

/** A loan that was paid out, in its state after the last payment. Times are market clock. */
export type LoanAccount = LoanFigures & {
  readonly disbursedMs: number;
  readonly principalLeft: Amount;
  /** For how many days interest was charged so far, how much, and how much of it is paid. */
  readonly interestDays: number;
  readonly interest: Amount;
  readonly interestPaid: Amount;
  /** The same for the days after maturity and their fees. */
  readonly overdueDays: number;
  readonly fees: Amount;
  readonly feesPaid: Amount;
};

/** The debt at an instant, by kind and in total. */
export type LoanDue = {
  readonly principal: Amount;
  readonly interest: Amount;
  readonly fee: Amount;
  readonly due: Amount;
};

/** A loan at its payout. */
export function disbursedLoan(figures: LoanFigures, disbursedMs: number): LoanAccount {
  const { amount, days, dailyRate, overdueRate, overdueCap } = figures;
  return {
    ...{ amount, days, dailyRate, overdueRate, overdueCap, disbursedMs, principalLeft: amount },
    ...{ interestDays: 0, interest: 0n, interestPaid: 0n, overdueDays: 0, fees: 0n, feesPaid: 0n },
  };
}

/** When it must be repaid. It is overdue from that instant on. */
export function maturityMs({ days }: Pick<LoanFigures, 'days'>, disbursedMs: number): number {
  return disbursedMs + days * DAY_MS;
}

/** Interest if everything is repaid at maturity and nothing before. */
export function plannedInterest({ amount, days, dailyRate }: LoanFigures): Amount {
  return BigInt(days) * feeOn(amount, dailyRate);
}

/** The maximum of overdue fees. */
export function feesMax({ amount, overdueCap }: LoanFigures): Amount {
  return valueReceived(amount, overdueCap);
}

/** The current debt. */
export function loanStanding(loan: LoanAccount, nowMs: number): LoanDue {
  const { principalLeft, interest, interestPaid, fees, feesPaid } = charged(loan, nowMs);
  const owed = { principal: principalLeft, interest: interest - interestPaid, fee: fees - feesPaid };
  return { ...owed, due: owed.principal + owed.interest + owed.fee };
}

/** The parts of a payment, and the loan after it. */
export type LoanPaid = Omit<LoanDue, 'due'> & { readonly loan: LoanAccount };

/** Pays the fee first, then the interest, then the principal. Paying more than is owed is a caller's bug. */
export function splitPayment(owed: LoanDue, paid: Amount): Omit<LoanDue, 'due'> {
  if (paid <= 0n || paid > owed.due)
    throw new Error(`expected a payment above 0 and at most ${owed.due}, found ${paid}`);
  const fee = least(paid, owed.fee);
  const interest = least(paid - fee, owed.interest);
  return { fee, interest, principal: paid - fee - interest };
}

/** The parts of a payment made now, and the loan after it. */
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
 * Charges every day that has started by now. The first starts with the payout, so repaying at once costs one day. A day is
 * charged on the principal at its start, so a repayment lowers the next day's interest. A clock that goes back takes nothing
 * back.
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
