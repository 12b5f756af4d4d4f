/** The published rates that fill in the agreement for a reader without an application. */
import { expect, test } from 'vitest';
import { publishedLoanRates } from './published-rates.ts';

const version = (daily: string, current: boolean) => ({
  ...{ version: current ? 2 : 1, effective_at: 1, until: null, current },
  body: { open: true, daily_rate: daily, overdue_rate: '0.001', overdue_cap: '0.2' },
});

test('returns the rates in force, in per cent', () => {
  const terms = [
    { subject: 'exchange', versions: [version('0.9', true)] },
    { subject: 'loan', versions: [version('0.0004', false), version('0.0005', true)] },
  ];
  expect(publishedLoanRates(terms)).toEqual({ daily_rate: '0.05', overdue_rate: '0.1', overdue_cap: '20' });
});

test('returns nothing when no terms are in force', () => {
  expect(publishedLoanRates([{ subject: 'loan', versions: [version('0.0005', false)] }])).toBeUndefined();
});
