/** What a friend's fund income brings those who invited them: a share a level, three levels up. */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';

/** Who invited, who invited them, and who invited those; nobody above earns anything. */
export const REFERRAL_LEVELS = 3;

/** One part in so many of the fees that a friend has paid with own money is given to those above, all levels together; the rest is the house's. */
export const REFERRAL_FEES_PART = 2n;

/**
 * The share of one level of one payment.
 *
 * @param income what was paid, in 10⁻⁸ of its currency; above zero.
 * @param rate part of one in 10⁻⁸: 5 % is 5,000,000.
 * @returns rounded down, so that the shares never exceed what they are shares of; zero of what is too small.
 */
export function referralShare(income: Amount, rate: Amount): Amount {
  return (income * rate) / ONE;
}
