/**
 * The customer's deposits, newest first, updated by events. They are also polled, because no event reports that a deposit has
 * become overdue.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ListFilter } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';

const REFRESH_MS = 60_000;

export type Deposit = CallOutput<'GET chargelist/log'>['items'][number];

export type DepositChoices = { currency: string; status: Deposit['status'] };
export type DepositFilter = ListFilter<DepositChoices>;

export function useDeposits(filter: DepositFilter = {}): Pages<Deposit> {
  return usePages('GET chargelist/log', { everyMs: REFRESH_MS, filter: requestOf(filter) });
}
