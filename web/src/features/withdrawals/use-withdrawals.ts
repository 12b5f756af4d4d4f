/**
 * The customer's withdrawals, newest first, live. They are also refetched periodically, because no event announces that one is
 * overdue.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';

const REFRESH_MS = 60_000;

export type Withdrawal = CallOutput<'GET cashlist/log'>['items'][number];

export function useWithdrawals(): Pages<Withdrawal> {
  return usePages('GET cashlist/log', { everyMs: REFRESH_MS });
}

/** Whether the withdrawal is still to be decided or paid. A customer has at most one such withdrawal. */
export function isOpen({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'under_review' || status === 'waiting';
}
