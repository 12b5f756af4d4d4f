/** The live queries of the loan screens, and when they are refetched. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useWallSeconds } from '../../lib/use-wall-seconds.ts';
import { useMarketSecond } from '../../live/market-seconds.ts';

export type Loan = CallOutput<'GET lh/loan/order'>['items'][number];
export type LoanConfig = CallOutput<'GET lh/loan/config'>;
export type Repayment = CallOutput<'GET lh/loan/payments'>['items'][number];

/** No event announces a new day of interest, so the screen polls. */
const REFRESH_MS = 30_000;

export function useLoanConfig() {
  return useCall('GET lh/loan/config', {}, { enabled: useSignedIn(), everyMs: REFRESH_MS });
}

/** Newest first: all loans, or only open or ended ones. */
export function useLoans(status?: 'open' | 'finished'): Pages<Loan> {
  const filter = status === undefined ? {} : { status };
  return usePages('GET lh/loan/order', { everyMs: REFRESH_MS, filter });
}

/** Whether the loan is still to be decided or repaid. A customer has at most one such loan. */
export function isOpen({ status }: Pick<Loan, 'status'>): boolean {
  return status === 'pending_review' || status === 'disbursed';
}

/** The time used for money, in seconds: the market's, or the device's before the first tick. */
export function useMoneySeconds(): number {
  const market = useMarketSecond();
  const wall = useWallSeconds();
  return market ?? wall;
}
