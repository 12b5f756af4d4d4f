/**
 * The customer's deposits, newest first, live. They are also refetched periodically, because no event announces that one is
 * overdue.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';

const REFRESH_MS = 60_000;

export type Deposit = CallOutput<'GET chargelist/log'>['items'][number];

export function useDeposits(): Pages<Deposit> {
  return usePages('GET chargelist/log', { everyMs: REFRESH_MS });
}
