/** The parts of a deposit that command records contain: all but the notes, with pseudonyms for images, payments and operators. */
import type { Pseudonym } from '../../commands/fields.ts';
import { keptOperator, keptPersons } from '../../operators/recording.ts';
import type { KeptPersons } from '../../operators/recording.ts';
import type { DepositWay } from '../../payments/deposit-methods.ts';
import type { Reference } from '../../payments/reference.ts';
import type { Review, Verdict } from './review.ts';
import type { DepositOrder } from './rules.ts';

/** A deposit request with the methods that were offered. */
export type Handed = DepositOrder & { readonly ways: readonly DepositWay[] };

export const orderRecording = {
  keep: (order: Handed, pseudonym: Pseudonym): Handed => {
    const { ways, amount, proof, reference, isReferenceUsed } = order;
    // A value that is not part of a deposit method is free text that the customer typed, so it is pseudonymised.
    const named = (name: 'currency' | 'network'): string =>
      ways.some((way) => way[name] === order[name]) ? order[name] : pseudonym(order[name]);
    return {
      ...{ ways, amount, isReferenceUsed, currency: named('currency'), network: named('network') },
      voucher: pseudonym(order.voucher),
      proof: proof.ok
        ? { ok: true, value: pseudonym(proof.value) }
        : { ok: false, refusal: { code: proof.refusal.code } },
      reference: reference === null ? null : keptReference(reference, pseudonym),
    };
  },
  read: (kept: object): Handed => kept as Handed,
};

type Reviewed = Review & { readonly credits: string };
type KeptReview = Omit<Reviewed, 'persons' | 'note'> & { readonly persons: KeptPersons };

export const reviewRecording = {
  keep: (review: Reviewed, pseudonym: Pseudonym): KeptReview => {
    const { id, amount, credits } = review;
    return {
      ...{ id, amount, credits },
      verdict: keptVerdict(review.verdict, pseudonym),
      voucherHash: pseudonym(review.voucherHash),
      operator: keptOperator(review.operator, pseudonym),
      persons: keptPersons(review.persons, pseudonym),
    };
  },
  read: (kept: object): Reviewed => {
    const { persons, ...review } = kept as KeptReview;
    return { ...review, persons: new Map(persons), note: undefined };
  },
};

function keptVerdict(verdict: Verdict, pseudonym: Pseudonym): Verdict {
  if (verdict.kind !== 'approve') return verdict;
  return { ...verdict, reference: keptReference(verdict.reference, pseudonym) };
}

function keptReference({ text, key }: Reference, pseudonym: Pseudonym): Reference {
  return { text: pseudonym(text), key: pseudonym(key) };
}
