/** Referral shares of a friend's fund income, one for each of three levels of inviters. */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';

/** The number of levels that get a share: the inviter, that customer's inviter, and one more. */
export const REFERRAL_LEVELS = 3;

/** All levels together get at most the fees that a friend paid with their own money, divided by this number. */
export const REFERRAL_FEES_PART = 2n;

/**
 * Computes the share of one level in one payment.
 *
 * @param income the amount paid, in 10⁻⁸ of its currency; above zero.
 * @param rate a fraction in 10⁻⁸: 5 % is 5,000,000.
 * @returns the share, rounded down so that the shares never exceed the income; zero if the rounded share is below 10⁻⁸.
 */
export function referralShare(income: Amount, rate: Amount): Amount {
  return (income * rate) / ONE;
}
