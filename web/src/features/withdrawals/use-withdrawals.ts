/**
 * The customer's withdrawals, newest first, updated by events. They are also polled, because no event reports that a withdrawal
 * has become overdue.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ListFilter } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';

const REFRESH_MS = 60_000;

export type Withdrawal = CallOutput<'GET cashlist/log'>['items'][number];

export type WithdrawalChoices = { currency: string; status: Withdrawal['status'] };
export type WithdrawalFilter = ListFilter<WithdrawalChoices>;

export function useWithdrawals(filter: WithdrawalFilter = {}): Pages<Withdrawal> {
  return usePages('GET cashlist/log', { everyMs: REFRESH_MS, filter: requestOf(filter) });
}

/** Whether the withdrawal is still undecided or unpaid. A customer has at most one such withdrawal. */
export function isOpen({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'under_review' || status === 'waiting';
}
