/** The cost of a loan before the application, computed by the same functions that charge it. Pure. */
import { aprOf } from '@candor/domain/credit/apr.ts';
import {
  disbursedLoan,
  feesMax,
  loanStanding,
  maturityMs,
  plannedInterest,
} from '@candor/domain/credit/loan.ts';
import type { LoanFigures } from '@candor/domain/credit/loan.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { LoanConfig } from './use-loans.ts';

export type LoanCost = {
  readonly amount: string;
  readonly days: number;
  readonly interestADay: string;
  readonly interest: string;
  /** Principal and interest at maturity. */
  readonly total: string;
  /** The annual rate in per cent. */
  readonly apr: string;
  /** The charge for the first day after maturity if nothing was repaid, and the maximum sum of all charges for late repayment. */
  readonly firstFee: string;
  readonly feesMax: string;
};

export type LoanOffer = {
  /** The cost; undefined if the amount can't be borrowed. */
  readonly cost: LoanCost | undefined;
  readonly problem: 'amount_missing' | 'out_of_range' | 'days_missing' | undefined;
};

/** The divisor for rates in per cent. */
const PER_CENT = 100n;

const partOfOne = (perCent: string): Amount => amount(perCent) / PER_CENT;

export function loanOffer(
  typed: { readonly amount: string; readonly days: string },
  config: Pick<LoanConfig, 'min' | 'max' | 'days' | 'daily_rate' | 'overdue_rate' | 'overdue_cap'>,
): LoanOffer {
  const wanted = parseAmount(finishedDecimal(typed.amount)) ?? 0n;
  const days = config.days.find((offered) => `${offered}` === typed.days);
  if (wanted === 0n) return { cost: undefined, problem: 'amount_missing' };
  if (wanted < amount(config.min) || wanted > amount(config.max)) {
    return { cost: undefined, problem: 'out_of_range' };
  }
  if (days === undefined) return { cost: undefined, problem: 'days_missing' };
  const figures = {
    ...{ amount: wanted, days, dailyRate: partOfOne(config.daily_rate) },
    ...{ overdueRate: partOfOne(config.overdue_rate), overdueCap: partOfOne(config.overdue_cap) },
  };
  return { cost: costOf(figures), problem: undefined };
}

function costOf(figures: LoanFigures): LoanCost {
  const interest = plannedInterest(figures);
  const overdue = loanStanding(disbursedLoan(figures, 0), maturityMs(figures, 0));
  return {
    amount: formatAmount(figures.amount),
    days: figures.days,
    interestADay: formatAmount(plannedInterest({ ...figures, days: 1 })),
    interest: formatAmount(interest),
    total: formatAmount(figures.amount + interest),
    apr: formatAmount(aprOf(figures) * PER_CENT),
    firstFee: formatAmount(overdue.fee),
    feesMax: formatAmount(feesMax(figures)),
  };
}
