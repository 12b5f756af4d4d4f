/** The published rates for the loan agreement, for a reader without an application. Pure. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { AgreementRates } from './agreement-text.tsx';

const PER_CENT = 100n;

/** Returns the rates of the terms in force, or undefined if none are published. */
export function publishedLoanRates(terms: CallOutput<'GET transparency/terms'>): AgreementRates | undefined {
  const loan = terms.find(({ subject }) => subject === 'loan');
  const body = loan?.versions.find(({ current }) => current)?.body;
  if (body === undefined) return undefined;
  const percent = (name: string): string => formatAmount(amount(String(body[name])) * PER_CENT);
  return {
    daily_rate: percent('daily_rate'),
    overdue_rate: percent('overdue_rate'),
    overdue_cap: percent('overdue_cap'),
  };
}
