/** The parts of a loan that command records contain: all but the notes, with pseudonyms for documents and operators. */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import type { Pseudonym } from '../../commands/fields.ts';
import { keptOperator, keptPersons } from '../../operators/recording.ts';
import type { KeptPersons } from '../../operators/recording.ts';
import type { Review } from './review.ts';
import type { Application, Documents } from './rules.ts';
import type { Shown } from './tables.ts';

/** The jurisdiction policy that applies to the decision of a command. */
export type UnderPolicy = { readonly jurisdictions: JurisdictionMode };

type Applied = Application & UnderPolicy;

export const applicationRecording = {
  keep: (asked: Applied, pseudonym: Pseudonym): Applied => {
    const { amount, days, agree, termsVersion, documents, jurisdictions } = asked;
    return {
      ...{ amount, days, termsVersion, jurisdictions },
      // Any value other than the agreement's version is free text that the customer typed, so it is pseudonymised.
      agree: agree === AGREEMENT_VERSION ? agree : pseudonym(agree),
      documents: documents.ok
        ? { ok: true, value: keptDocuments(documents.value, pseudonym) }
        : { ok: false, refusal: { code: documents.refusal.code } },
    };
  },
  read: (kept: object): Applied => ({ termsVersion: undefined, ...kept }) as Applied,
};

function keptDocuments({ house, income, bank, identity }: Documents, pseudonym: Pseudonym): Documents {
  const kept = ({ file, hash }: Shown): Shown => ({ file: pseudonym(file), hash: pseudonym(hash) });
  return { house: kept(house), income: kept(income), bank: kept(bank), identity: kept(identity) };
}

type Reviewed = Review & UnderPolicy;
type KeptReview = Omit<Reviewed, 'persons' | 'note'> & { readonly persons: KeptPersons };

export const reviewRecording = {
  keep: (review: Reviewed, pseudonym: Pseudonym): KeptReview => {
    const { id, verdict, amount, jurisdictions } = review;
    return {
      ...{ id, verdict, amount, jurisdictions },
      documents: review.documents.map((hash) => pseudonym(hash)),
      operator: keptOperator(review.operator, pseudonym),
      persons: keptPersons(review.persons, pseudonym),
    };
  },
  read: (kept: object): Reviewed => {
    const { persons, ...review } = kept as KeptReview;
    return { ...review, persons: new Map(persons), note: undefined };
  },
};
