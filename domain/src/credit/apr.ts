/**
 * The annual percentage rate of a loan by the actuarial method of Regulation Z, Appendix J (12 CFR 1026): one advance, one
 * payment. Where there is a single payment within a year the unit period is the term itself, so the rate of the term times
 * the terms of a year (365 days) is the rate of the year.
 */
import type { Amount } from '../money/amount.ts';
import { plannedInterest } from './loan.ts';
import type { LoanFigures } from './loan.ts';

const YEAR_DAYS = 365n;
/** A hundredth of a per cent, the last place that is shown. */
const PLACE: Amount = 10_000n;

/** As part of one, to the nearest hundredth of a per cent: 0.1825 of a loan at 0.05 % a day. */
export function aprOf(figures: LoanFigures): Amount {
  const { amount, days } = figures;
  // Places a year are interest × 365 × 10⁴ ÷ (amount × days); half of one rounds up.
  const above = plannedInterest(figures) * YEAR_DAYS * 10_000n;
  const below = amount * BigInt(days);
  return ((2n * above + below) / (2n * below)) * PLACE;
}
