/**
 * The parts of a withdrawal that command records contain: all but notes and proofs, with pseudonyms for addresses, payments and
 * operators.
 */
import type { Pseudonym } from '../../commands/fields.ts';
import { keptOperator, keptPersons } from '../../operators/recording.ts';
import type { KeptPersons } from '../../operators/recording.ts';
import type { Review } from './reviewing.ts';
import type { PayoutOutcome, Settlement } from './settling.ts';

type Reviewed = Review & { readonly currency: string };
type KeptReview = Omit<Reviewed, 'persons' | 'note'> & { readonly persons: KeptPersons };

export const reviewRecording = {
  keep: (review: Reviewed, pseudonym: Pseudonym): KeptReview => {
    const { id, currency, verdict, amount, byProvider } = review;
    return {
      ...{ id, currency, verdict, amount, byProvider },
      address: pseudonym(review.address),
      operator: keptOperator(review.operator, pseudonym),
      persons: keptPersons(review.persons, pseudonym),
    };
  },
  read: (kept: object): Reviewed => {
    const { persons, ...review } = kept as KeptReview;
    return { ...review, persons: new Map(persons), note: undefined };
  },
};

export const settlementRecording = {
  keep: (settlement: Settlement, pseudonym: Pseudonym): Settlement => {
    const { id, currency, amount, isReferenceUsed } = settlement;
    return {
      ...{ id, currency, amount, isReferenceUsed },
      outcome: keptOutcome(settlement.outcome, pseudonym),
      operator: keptOperator(settlement.operator, pseudonym),
    };
  },
  read: (kept: object): Settlement => kept as Settlement,
};

function keptOutcome(outcome: PayoutOutcome, pseudonym: Pseudonym): PayoutOutcome {
  if (outcome.kind === 'failed') return { kind: 'failed', reason: outcome.reason, proof: '' };
  return { kind: 'paid', reference: pseudonym(outcome.reference) };
}
