/** What the screens of loans read, live, and when they read it anew. */
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

/** A day of interest begins without any event; who looks sees it. */
const REFRESH_MS = 30_000;

export function useLoanConfig() {
  return useCall('GET lh/loan/config', {}, { enabled: useSignedIn(), everyMs: REFRESH_MS });
}

/** Newest first: all of them, or those that are open or over. */
export function useLoans(status?: 'open' | 'finished'): Pages<Loan> {
  const filter = status === undefined ? {} : { status };
  return usePages('GET lh/loan/order', { everyMs: REFRESH_MS, filter });
}

/** Whether it is still to be decided or repaid; of such a customer has one at most. */
export function isOpen({ status }: Pick<Loan, 'status'>): boolean {
  return status === 'pending_review' || status === 'disbursed';
}

/** Money time, in seconds: that of the market, and before its first tick the device's. */
export function useMoneySeconds(): number {
  const market = useMarketSecond();
  const wall = useWallSeconds();
  return market ?? wall;
}
