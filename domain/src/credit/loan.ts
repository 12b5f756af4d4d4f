/**
 * What a loan costs, to the unit: interest of each begun day on the principal that is left, after maturity a fee instead, and
 * what a payment pays of both. What is owed is a function of the row and the time alone; nothing is written day by day, so no
 * day can be charged twice or forgotten.
 */
import type { Amount } from '../money/amount.ts';
import { feeOn, valueReceived } from '../money/rounding.ts';
import { DAY_MS } from '../time.ts';

/** The periods that are lent for, in days. */
export const LOAN_DAYS = [7, 15, 30, 60, 90] as const;

/** What is agreed, for good. Rates are parts of one. */
export type LoanFigures = {
  readonly amount: Amount;
  readonly days: number;
  /** Interest of a begun day on the principal that is left. */
  readonly dailyRate: Amount;
  /** Fee of a begun day after maturity, on what is unpaid of principal and interest. */
  readonly overdueRate: Amount;
  /** All fees together are at most this part of the amount. */
  readonly overdueCap: Amount;
};

/** A loan that was paid out, as its last payment left it. Times are the market clock's. */
export type LoanAccount = LoanFigures & {
  readonly disbursedMs: number;
  readonly principalLeft: Amount;
  /** How many days interest was charged for so far, how much that was, and how much of it is paid. */
  readonly interestDays: number;
  readonly interest: Amount;
  readonly interestPaid: Amount;
  /** The same of the days after maturity and their fees. */
  readonly overdueDays: number;
  readonly fees: Amount;
  readonly feesPaid: Amount;
};

/** What is owed at an instant, by kind, and all of it. */
export type LoanDue = {
  readonly principal: Amount;
  readonly interest: Amount;
  readonly fee: Amount;
  readonly due: Amount;
};

/** A loan at the moment when it is paid out. */
export function disbursedLoan(figures: LoanFigures, disbursedMs: number): LoanAccount {
  const { amount, days, dailyRate, overdueRate, overdueCap } = figures;
  return {
    ...{ amount, days, dailyRate, overdueRate, overdueCap, disbursedMs, principalLeft: amount },
    ...{ interestDays: 0, interest: 0n, interestPaid: 0n, overdueDays: 0, fees: 0n, feesPaid: 0n },
  };
}

/** When it is to be repaid. From that very instant on it is overdue. */
export function maturityMs({ days }: Pick<LoanFigures, 'days'>, disbursedMs: number): number {
  return disbursedMs + days * DAY_MS;
}

/** Interest if all of it is repaid at maturity and nothing before. */
export function plannedInterest({ amount, days, dailyRate }: LoanFigures): Amount {
  return BigInt(days) * feeOn(amount, dailyRate);
}

/** The most that fees of overdue days can come to. */
export function feesMax({ amount, overdueCap }: LoanFigures): Amount {
  return valueReceived(amount, overdueCap);
}

/** What is owed now. */
export function loanStanding(loan: LoanAccount, nowMs: number): LoanDue {
  const { principalLeft, interest, interestPaid, fees, feesPaid } = charged(loan, nowMs);
  const owed = { principal: principalLeft, interest: interest - interestPaid, fee: fees - feesPaid };
  return { ...owed, due: owed.principal + owed.interest + owed.fee };
}

/** A payment by what it pays, and the loan that it leaves. */
export type LoanPaid = Omit<LoanDue, 'due'> & { readonly loan: LoanAccount };

/** Pays the fee first, then the interest, then the principal. Whoever pays more than is owed is a bug of the caller. */
export function splitPayment(owed: LoanDue, paid: Amount): Omit<LoanDue, 'due'> {
  if (paid <= 0n || paid > owed.due) throw new Error(`a payment of ${paid} where ${owed.due} is owed`);
  const fee = least(paid, owed.fee);
  const interest = least(paid - fee, owed.interest);
  return { fee, interest, principal: paid - fee - interest };
}

/** What a payment pays now, and the loan that it leaves. */
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
 * Charges every day that has begun by now. The first begins as the money is paid out, so repaying at once costs one day; a
 * day that began is charged on the principal with which it began, so what is repaid lowers the next one's interest. A clock
 * that stands behind takes nothing back.
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
