/** The steps of a withdrawal in each of its states. */
import { expect, test } from 'vitest';
import { toyWithdrawal } from '../../live/testing/toy-money.ts';
import type { Withdrawal } from './use-withdrawals.ts';
import { withdrawalSteps } from './withdrawal-steps.ts';

const one = toyWithdrawal({});
const hold = { reason: 'security_check', until: 40 } as const;

test.each<[string, Partial<Withdrawal>, string]>([
  ['under review', {}, 'requested done, under_review now, waiting next, success next'],
  ['overdue', { overdue: true }, 'requested done, under_review late, waiting next, success next'],
  ['held', { hold }, 'requested done, held now, waiting next, success next'],
  ['on hold for too long', { hold, overdue: true }, 'requested done, held late, waiting next, success next'],
  [
    'approved',
    { status: 'waiting', approved_at: 12 },
    'requested done, approved done, waiting now, success next',
  ],
  [
    'approved and then frozen',
    { status: 'waiting', approved_at: 12, paused: 'account_frozen' },
    'requested done, approved done, paused now, success next',
  ],
  [
    'frozen for too long',
    { status: 'waiting', approved_at: 12, paused: 'account_frozen', overdue: true },
    'requested done, approved done, paused late, success next',
  ],
  [
    'paid late',
    { status: 'waiting', approved_at: 12, overdue: true },
    'requested done, approved done, waiting late, success next',
  ],
  [
    'paid',
    { status: 'success', approved_at: 12, decided_at: 13 },
    'requested done, approved done, success done',
  ],
  [
    'refused',
    { status: 'failed', reason: 'address_unsafe', decided_at: 13 },
    'requested done, failed failed',
  ],
  [
    'returned',
    { status: 'failed', reason: 'payout_returned', approved_at: 12, decided_at: 13 },
    'requested done, approved done, failed failed',
  ],
  [
    'cancelled',
    { status: 'failed', reason: 'cancelled_by_customer', decided_at: 13 },
    'requested done, cancelled failed',
  ],
])('returns the steps of a withdrawal: %s', (_, changes, steps) => {
  const found = withdrawalSteps({ ...one, ...changes });
  expect(found.map(({ name, state }) => `${name} ${state}`).join(', ')).toBe(steps);
});
