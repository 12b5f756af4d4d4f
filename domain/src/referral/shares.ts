/** Referral income from a friend's fund income: a share per level, three levels up. */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';

/** The inviter, their inviter, and the inviter's of that one; nobody above earns anything. */
export const REFERRAL_LEVELS = 3;

/** All levels together get one part in this many of the fees that a friend paid with own money; Candor keeps the rest. */
export const REFERRAL_FEES_PART = 2n;

/**
 * The share of one level of one payment.
 *
 * @param income what was paid, in 10⁻⁸ of its currency; above zero.
 * @param rate fraction in 10⁻⁸: 5 % is 5,000,000.
 * @returns rounded down, so that the shares never exceed the income; zero if it is too small.
 */
export function referralShare(income: Amount, rate: Amount): Amount {
  return (income * rate) / ONE;
}
