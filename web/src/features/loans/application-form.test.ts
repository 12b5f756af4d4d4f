/** The problems that an application form reports, and its request. */
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { expect, test } from 'vitest';
import { afterEdit, emptyLoan, loanProblems, loanRequest } from './application-form.ts';
import { loanOffer } from './loan-cost.ts';

const config = {
  ...{ min: '1000', max: '50000', days: [7, 30] },
  ...{ daily_rate: '0.05', overdue_rate: '0.1', overdue_cap: '20' },
};
const filled = {
  ...{ amount: '2000.', days: '30', agree: AGREEMENT_VERSION },
  ...{ house: '1', income: '2', bank: '3', identity: '4' },
};

const missingOf = (draft: typeof emptyLoan): string[] =>
  Object.entries(loanProblems(draft, loanOffer(draft, config)))
    .filter(([, key]) => key !== undefined)
    .map(([field]) => field);

test('reports each missing value at its field', () => {
  expect(missingOf(emptyLoan)).toEqual(['amount', 'house', 'income', 'bank', 'identity', 'agree']);
  expect(missingOf({ ...filled, bank: '' })).toEqual(['bank']);
  expect(missingOf({ ...filled, days: '31' })).toEqual(['days']);
  expect(missingOf(filled)).toEqual([]);
});

test('rejects consent to a version of the agreement other than the current one', () => {
  expect(missingOf({ ...filled, agree: '2025-01' })).toEqual(['agree']);
});

test('withdraws consent when the amount or the period changes, and keeps it when an image changes', () => {
  expect(afterEdit('amount', '3000')).toEqual({ amount: '3000', agree: '' });
  expect(afterEdit('days', '7')).toEqual({ days: '7', agree: '' });
  expect(afterEdit('bank', '9')).toEqual({ bank: '9' });
});

test('sends the amount in canonical form, with the version of the terms shown', () => {
  expect(loanRequest(filled, loanOffer(filled, config), 3)).toEqual({
    ...{ amount: '2000', days: 30, house: '1', income: '2', bank: '3', identity: '4' },
    ...{ agree: AGREEMENT_VERSION, terms_version: 3 },
  });
  expect(loanRequest(emptyLoan, loanOffer(emptyLoan, config), 3)).toBeUndefined();
});
