/** The split of a repayment into its parts, and the problems that prevent it. */
import { expect, test } from 'vitest';
import { readRepayment } from './repayment.ts';

const loan = { overdue_fee: '2', interest: '15', unpaid: '1000', due: '1017' };

test.each([
  ['1', { fee: '1', interest: '0', principal: '0', left: '1016' }],
  ['2', { fee: '2', interest: '0', principal: '0', left: '1015' }],
  ['10', { fee: '2', interest: '8', principal: '0', left: '1007' }],
  ['100', { fee: '2', interest: '15', principal: '83', left: '917' }],
  ['1017', { fee: '2', interest: '15', principal: '1000', left: '0' }],
])('splits a repayment of %s into fee, interest and principal', (typed, split) => {
  expect(readRepayment(typed, loan, '5000')).toEqual({
    problem: undefined,
    split: { amount: typed, ...split },
  });
});

test.each([
  ['', 'empty'],
  ['0', 'empty'],
  ['1017.00000001', 'above_due'],
  ['600', 'too_much'],
])('rejects the repayment "%s": %s', (typed, problem) => {
  expect(readRepayment(typed, loan, '599.99').problem).toBe(problem);
});
