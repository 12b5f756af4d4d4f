/** The customer's withdrawals, newest first, live; read anew from time to time, because one becomes overdue without any event. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';

const REFRESH_MS = 60_000;

export type Withdrawal = CallOutput<'GET cashlist/log'>['items'][number];

export function useWithdrawals(): Pages<Withdrawal> {
  return usePages('GET cashlist/log', { everyMs: REFRESH_MS });
}

/** Whether it is still to be decided or paid; of such a customer has one at most. */
export function isOpen({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'under_review' || status === 'waiting';
}
