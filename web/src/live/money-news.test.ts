/** What is news of money: what somebody of the house decided, and nothing that the customer did. */
import { expect, test } from 'vitest';
import { depositNews, loanNews, withdrawalNews } from './money-news.ts';
import { toyLoan } from './testing/toy-loan.ts';

test.each([
  ['under_review', null, undefined],
  ['waiting', null, undefined],
  ['success', null, 'credited'],
  ['failed', 'not_received', 'refused'],
  ['failed', 'cancelled_by_customer', undefined],
] as const)('a deposit %s (%s): %s', (status, reason, news) => {
  expect(depositNews({ status, reason })).toBe(news);
});

const hold = { reason: 'security_check', until: 9 } as const;

test.each([
  ['under_review', null, null, undefined],
  ['under_review', null, hold, 'held'],
  ['waiting', null, null, 'approved'],
  ['success', null, null, 'paid'],
  ['failed', 'address_unsafe', null, 'failed'],
  ['failed', 'address_unsafe', hold, 'failed'],
  ['failed', 'payout_returned', null, 'failed'],
  ['failed', 'cancelled_by_customer', hold, undefined],
  ['failed', 'start_over', null, undefined],
] as const)('a withdrawal %s (%s, %o): %s', (status, reason, held, news) => {
  expect(withdrawalNews({ status, reason, hold: held })).toBe(news);
});

const lent = { status: 'disbursed', interest: '0.5' } as const;

test.each([
  [{}, undefined],
  [lent, 'disbursed'],
  // A reminder comes days later, a repayment leaves something repaid.
  [{ ...lent, interest: '13.5' }, undefined],
  [{ ...lent, repaid: '10' }, undefined],
  [{ status: 'settled', repaid: '1000.5' }, undefined],
  [{ status: 'failed', reason: 'income_unclear' }, 'refused'],
  [{ status: 'failed', reason: 'cancelled_by_customer' }, undefined],
] as const)('a loan %o: %s', (changes, news) => {
  expect(loanNews(toyLoan(changes))).toBe(news);
});
