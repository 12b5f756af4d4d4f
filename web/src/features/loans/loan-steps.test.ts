/** The steps of a loan in each of its states, and the days left until it is due. */
import { expect, test } from 'vitest';
import { toyLoan } from '../../live/testing/toy-loan.ts';
import { daysLeft, loanSteps } from './loan-steps.ts';
import type { Loan } from './use-loans.ts';

const paidOut = { disbursed_at: 200, due_at: 1000 } as const;

test.each<[Partial<Loan>, string]>([
  [{}, 'applied done, review now, disbursed next, repay next'],
  [{ deadline_at: 99 }, 'applied done, review late, disbursed next, repay next'],
  [{ status: 'disbursed', ...paidOut }, 'applied done, disbursed done, repay now'],
  [{ status: 'disbursed', ...paidOut, overdue: true }, 'applied done, disbursed done, repay late'],
  [{ status: 'settled', ...paidOut }, 'applied done, disbursed done, settled done'],
  [{ status: 'failed', reason: 'income_unclear' }, 'applied done, failed failed'],
  [{ status: 'failed', reason: 'cancelled_by_customer' }, 'applied done, cancelled failed'],
])('returns the steps of a loan with %o: %s', (changes, steps) => {
  const found = loanSteps(toyLoan(changes), 100);
  expect(found.map(({ name, state }) => `${name} ${state}`).join(', ')).toBe(steps);
});

test.each([
  [null, 0, undefined],
  [86_400 * 30, 0, 30],
  [86_400 * 30, 1, 30],
  [86_400 * 30, 86_400, 29],
  [1000, 999, 1],
  [1000, 1000, undefined],
])('returns the days left until a loan is due at %s, at the time %s: %s', (due, now, days) => {
  expect(daysLeft({ due_at: due }, now)).toBe(days);
});
