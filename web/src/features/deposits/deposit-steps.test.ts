/** The steps of a deposit in each of its states. */
import { expect, test } from 'vitest';
import { toyDeposit } from '../../live/testing/toy-money.ts';
import { depositSteps } from './deposit-steps.ts';
import type { Deposit } from './use-deposits.ts';

const deposit = toyDeposit({});

test.each<[string, Partial<Deposit>, string]>([
  ['under review', {}, 'submitted done, under_review now, success next'],
  ['overdue', { overdue: true }, 'submitted done, under_review late, success next'],
  ['awaited', { status: 'waiting' }, 'submitted done, under_review done, waiting now, success next'],
  [
    'awaiting payment for too long',
    { status: 'waiting', overdue: true },
    'submitted done, under_review done, waiting late, success next',
  ],
  ['credited', { status: 'success', decided_at: 30 }, 'submitted done, under_review done, success done'],
  [
    'refused',
    { status: 'failed', reason: 'not_received', decided_at: 30 },
    'submitted done, under_review done, failed failed',
  ],
  [
    'cancelled',
    { status: 'failed', reason: 'cancelled_by_customer', decided_at: 30 },
    'submitted done, cancelled failed',
  ],
])('returns the steps of a deposit: %s', (_, changes, steps) => {
  const found = depositSteps({ ...deposit, ...changes });
  expect(found.map(({ name, state }) => `${name} ${state}`).join(', ')).toBe(steps);
  expect(found[0]?.at).toBe(10);
  if (changes.decided_at !== undefined) expect(found.at(-1)?.at).toBe(30);
});
