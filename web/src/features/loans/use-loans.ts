/** The queries of the loan screens. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';
import type { Days } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useHouseSeconds } from '../../lib/use-house-seconds.ts';
import { useMarketSecond } from '../../live/market-seconds.ts';

export type Loan = CallOutput<'GET lh/loan/order'>['items'][number];
export type LoanConfig = CallOutput<'GET lh/loan/config'>;
export type Repayment = CallOutput<'GET lh/loan/payments'>['items'][number];

/** The polling interval, because no event reports a new day of interest. */
const REFRESH_MS = 30_000;

export function useLoanConfig() {
  return useCall('GET lh/loan/config', {}, { enabled: useSignedIn(), everyMs: REFRESH_MS });
}

export function useLoans(status?: 'open' | 'finished', days: Days = {}): Pages<Loan> {
  const filter = { ...(status !== undefined && { status }), ...requestOf(days) };
  return usePages('GET lh/loan/order', { everyMs: REFRESH_MS, filter });
}

/** Whether the loan is still undecided or not fully repaid. A customer has at most one such loan. */
export function isOpen({ status }: Pick<Loan, 'status'>): boolean {
  return status === 'pending_review' || status === 'disbursed';
}

/** Returns the time by which interest is computed, in seconds: the market's time or, before the first tick, the device's time. */
export function useMoneySeconds(): number {
  const market = useMarketSecond();
  const wall = useHouseSeconds();
  return market ?? wall;
}
