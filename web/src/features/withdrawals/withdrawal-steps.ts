/**
 * The progress of a withdrawal in steps: requested, possibly held, approved, possibly blocked from payment, paid or returned.
 * Pure.
 */
import type { Withdrawal } from './use-withdrawals.ts';

export type WithdrawalStep = {
  readonly name:
    | 'requested'
    | 'held'
    | 'under_review'
    | 'approved'
    | 'waiting'
    | 'paused'
    | 'success'
    | 'failed'
    | 'cancelled';
  readonly state: 'done' | 'now' | 'late' | 'failed' | 'next';
  /** The time at which the step was reached, in Unix seconds; null if it has not been reached. */
  readonly at: number | null;
};

const next = (name: WithdrawalStep['name']): WithdrawalStep => ({ name, state: 'next', at: null });

export function withdrawalSteps(one: Withdrawal): readonly WithdrawalStep[] {
  const { status, reason, hold, paused, overdue } = one;
  const requested = { name: 'requested', state: 'done', at: one.requested_at } as const;
  const approved = { name: 'approved', state: 'done', at: one.approved_at } as const;
  const now = overdue ? 'late' : 'now';
  switch (status) {
    case 'under_review':
      return [
        requested,
        { name: hold === null ? 'under_review' : 'held', state: now, at: null },
        next('waiting'),
        next('success'),
      ];
    case 'waiting':
      return [
        requested,
        approved,
        { name: paused === null ? 'waiting' : 'paused', state: now, at: null },
        next('success'),
      ];
    case 'success':
      return [requested, approved, { name: 'success', state: 'done', at: one.decided_at }];
    case 'failed': {
      const name = reason === 'cancelled_by_customer' ? 'cancelled' : 'failed';
      const end = { name, state: 'failed', at: one.decided_at } as const;
      return one.approved_at === null ? [requested, end] : [requested, approved, end];
    }
  }
}
