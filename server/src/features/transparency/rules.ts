/** Computes the share of customers who lost money with leverage from each customer's result. Pure. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/** Minimum number of customers. A share of fewer customers would reveal more about individuals than about the platform. */
export const CUSTOMERS_MIN = 30;

/** Returns the time twelve months earlier by the UTC calendar; 1 March for 29 February. */
export function twelveMonthsBefore(ms: number): number {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.getTime();
}

/** Splits a period into days. The last one may be shorter. */
export function daysOf(fromMs: number, toMs: number): { readonly fromMs: number; readonly toMs: number }[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, at) => ({
    fromMs: fromMs + at * DAY_MS,
    toMs: Math.min(fromMs + (at + 1) * DAY_MS, toMs),
  }));
}

/**
 * Returns the share of losing customers in percent with one decimal, rounded up so that it isn't understated; null if there are
 * fewer than `CUSTOMERS_MIN` customers. A customer who broke even didn't lose.
 */
export function sharePercent(results: readonly Amount[]): string | null {
  if (results.length < CUSTOMERS_MIN) return null;
  const losers = BigInt(results.filter((result) => result < 0n).length);
  const customers = BigInt(results.length);
  const tenths = (losers * 1000n + customers - 1n) / customers;
  return formatAmount(tenths * 10_000_000n);
}
