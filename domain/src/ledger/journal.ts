/** A journal: the postings of one business event, summing to zero in every currency. */
import type { Amount } from '../money/amount.ts';
import type { Account } from './account.ts';

export type Posting = {
  readonly account: Account;
  readonly currency: string;
  /** The change of the account's balance; negative if the account pays. */
  readonly amount: Amount;
};

export type Journal = {
  /** The kind of journal, for example "spot_buy". */
  readonly kind: string;
  /** The business event that the journal records, for example "spot_order:4711". */
  readonly ref: string;
  readonly postings: readonly Posting[];
};

/**
 * Creates a journal, without postings of zero. Throws if the postings do not sum to zero in each currency, because that is a
 * bug of the caller.
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

export function sumsByCurrency(postings: readonly Posting[]): Map<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return sums;
}
