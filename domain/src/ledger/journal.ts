/** A journal: the postings of one business event, summing to zero in every currency. */
import type { Amount } from '../money/amount.ts';
import type { Account } from './account.ts';

export type Posting = {
  readonly account: Account;
  readonly currency: string;
  /** The account's gain; negative when it gives. */
  readonly amount: Amount;
};

export type Journal = {
  /** The template: "spot_buy". */
  readonly kind: string;
  /** The one business event it records: "spot_order:4711". */
  readonly ref: string;
  readonly postings: readonly Posting[];
};

/**
 * Makes a journal, leaving out zero lines. A journal that does not sum to zero in each currency is a bug of the calling rule
 * and throws.
 */
export function journal(kind: string, ref: string, postings: readonly Posting[]): Journal {
  const moving = postings.filter((posting) => posting.amount !== 0n);
  const sums = sumsByCurrency(moving);
  for (const [currency, sum] of sums) {
    if (sum !== 0n)
      throw new Error(`expected journal ${kind} of ${ref} to sum to zero, found ${sum} of ${currency}`);
  }
  return { kind, ref, postings: moving };
}

/** The sum of postings per currency. */
export function sumsByCurrency(postings: readonly Posting[]): Map<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return sums;
}
