/** Which published rates fill the agreement for who reads it without asking for a loan. */
import { expect, test } from 'vitest';
import { publishedLoanRates } from './published-rates.ts';

const version = (daily: string, current: boolean) => ({
  ...{ version: current ? 2 : 1, effective_at: 1, until: null, current },
  body: { open: true, daily_rate: daily, overdue_rate: '0.001', overdue_cap: '0.2' },
});

test('those that count now, in per cent', () => {
  const terms = [
    { subject: 'exchange', versions: [version('0.9', true)] },
    { subject: 'loan', versions: [version('0.0004', false), version('0.0005', true)] },
  ];
  expect(publishedLoanRates(terms)).toEqual({ daily_rate: '0.05', overdue_rate: '0.1', overdue_cap: '20' });
});

test('none where none count', () => {
  expect(publishedLoanRates([{ subject: 'loan', versions: [version('0.0005', false)] }])).toBeUndefined();
});
