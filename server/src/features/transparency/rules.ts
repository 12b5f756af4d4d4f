/** The platform's share of customers who lost with leverage, computed by a pure function from each one's result. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/** With fewer customers, a share would reveal more about individuals than about the platform. */
export const CUSTOMERS_MIN = 30;

/** Twelve months before an instant, by the UTC calendar; 29 February becomes 1 March. */
export function twelveMonthsBefore(ms: number): number {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.getTime();
}

/** Splits a period into days, the last one shorter, to be read one at a time. */
export function daysOf(fromMs: number, toMs: number): { readonly fromMs: number; readonly toMs: number }[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, at) => ({
    fromMs: fromMs + at * DAY_MS,
    toMs: Math.min(fromMs + (at + 1) * DAY_MS, toMs),
  }));
}

/**
 * The share of losers in percent with one decimal, rounded up so that it never looks smaller than it is; null below
 * `CUSTOMERS_MIN`. A customer who broke even didn't lose.
 */
export function sharePercent(results: readonly Amount[]): string | null {
  if (results.length < CUSTOMERS_MIN) return null;
  const losers = BigInt(results.filter((result) => result < 0n).length);
  const customers = BigInt(results.length);
  const tenths = (losers * 1000n + customers - 1n) / customers;
  return formatAmount(tenths * 10_000_000n);
}
