/** The progress of a deposit in steps: submitted, reviewed, possibly waiting for the payment, then credited or refused. Pure. */
import type { Deposit } from './use-deposits.ts';

export type DepositStep = {
  readonly name: 'submitted' | 'under_review' | 'waiting' | 'success' | 'failed' | 'cancelled';
  readonly state: 'done' | 'now' | 'late' | 'failed' | 'next';
  /** The time at which the step was reached, in Unix seconds; null if it has not been reached. */
  readonly at: number | null;
};

export function depositSteps(deposit: Deposit): readonly DepositStep[] {
  const { status, reason, overdue, submitted_at: submitted, decided_at: decided } = deposit;
  const first = { name: 'submitted', state: 'done', at: submitted } as const;
  const now = overdue ? 'late' : 'now';
  switch (status) {
    case 'under_review':
      return [
        first,
        { name: 'under_review', state: now, at: null },
        { name: 'success', state: 'next', at: null },
      ];
    case 'waiting':
      return [
        first,
        { name: 'under_review', state: 'done', at: null },
        { name: 'waiting', state: now, at: null },
        { name: 'success', state: 'next', at: null },
      ];
    case 'success':
      return [
        first,
        { name: 'under_review', state: 'done', at: null },
        { name: 'success', state: 'done', at: decided },
      ];
    case 'failed':
      return reason === 'cancelled_by_customer'
        ? [first, { name: 'cancelled', state: 'failed', at: decided }]
        : [
            first,
            { name: 'under_review', state: 'done', at: null },
            { name: 'failed', state: 'failed', at: decided },
          ];
  }
}
