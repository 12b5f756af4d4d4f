/**
 * The annual percentage rate of a loan by the actuarial method of Regulation Z, Appendix J (12 CFR 1026), for one advance and
 * one payment. With a single payment within a year, the unit period is the loan's period itself. The annual rate is then the
 * rate for that period times the number of such periods in a year (365 days).
 */
import type { Amount } from '../money/amount.ts';
import { plannedInterest } from './loan.ts';
import type { LoanFigures } from './loan.ts';

const YEAR_DAYS = 365n;
/** The rate is shown in hundredths of a per cent. */
const PLACE: Amount = 10_000n;

/** Returns the annual rate as a fraction, to the nearest hundredth of a per cent: 0.1825 for a loan at 0.05% per day. */
export function aprOf(figures: LoanFigures): Amount {
  const { amount, days } = figures;
  // The rate in hundredths of a per cent per year is interest × 365 × 10⁴ ÷ (amount × days); a half rounds up.
  const above = plannedInterest(figures) * YEAR_DAYS * 10_000n;
  const below = amount * BigInt(days);
  return ((2n * above + below) / (2n * below)) * PLACE;
}
