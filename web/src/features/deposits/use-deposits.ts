/**
 * The customer's deposits, newest first, updated by events. They are also polled, because no event reports that a deposit has
 * become overdue.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';

const REFRESH_MS = 60_000;

export type Deposit = CallOutput<'GET chargelist/log'>['items'][number];

export function useDeposits(): Pages<Deposit> {
  return usePages('GET chargelist/log', { everyMs: REFRESH_MS });
}
