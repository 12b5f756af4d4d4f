/** The form of a loan application: its fields, its problems, and the request. Pure. */
import type { CallRequest } from '@candor/protocol/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { TextKey } from '../../lib/use-field-errors.ts';
import type { LoanOffer } from './loan-cost.ts';

export type LoanDocument = (typeof loanDocuments)[number];

/** `agree` is the version of the agreement that the customer consented to, or empty. */
export type LoanDraft = Readonly<Record<'amount' | 'days' | 'agree' | LoanDocument, string>>;
export type LoanField = keyof LoanDraft;

export const loanFields: readonly LoanField[] = ['amount', 'days', ...loanDocuments, 'agree'];

/** The initial period is the shortest, because it costs least. A longer period is an explicit choice. */
export const emptyLoan: LoanDraft = {
  ...{ amount: '', days: '7', agree: '' },
  ...{ house: '', income: '', bank: '', identity: '' },
};

/** Maps refusals that name no field to the field that they concern. */
export const about: Partial<Record<RefusalCode, LoanField>> = {
  amount_wrong: 'amount',
  loan_out_of_range: 'amount',
  loan_days_not_offered: 'days',
  agreement_changed: 'agree',
};

/**
 * Returns the changes to the draft after an edit. A new amount or period resets the consent, which applies only to the figures
 * shown.
 */
export function afterEdit(field: LoanField, value: string): Partial<LoanDraft> {
  return field === 'amount' || field === 'days' ? { [field]: value, agree: '' } : { [field]: value };
}

type Problems = { readonly [Field in LoanField]?: TextKey | undefined };

export function loanProblems(draft: LoanDraft, { problem }: LoanOffer): Problems {
  const missing = loanDocuments.filter((document) => draft[document] === '');
  return {
    amount: problem === 'amount_missing' ? 'loans.amountMissing' : undefined,
    days: problem === 'days_missing' ? 'loans.daysMissing' : undefined,
    ...Object.fromEntries(
      missing.map((document) => [document, `loans.documentMissing.${document}` as const]),
    ),
    agree: draft.agree === AGREEMENT_VERSION ? undefined : 'loans.agreeMissing',
  };
}

/** Returns the request, with the version of the terms that were shown. */
export function loanRequest(
  draft: LoanDraft,
  { cost }: LoanOffer,
  termsVersion: number,
): CallRequest<'POST lh/loan/submit'> | undefined {
  if (cost === undefined) return undefined;
  const { house, income, bank, identity, agree } = draft;
  return {
    ...{ amount: cost.amount, days: cost.days, house, income, bank, identity, agree },
    terms_version: termsVersion,
  };
}
