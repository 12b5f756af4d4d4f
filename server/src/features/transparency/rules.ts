/** The platform's own share of customers who lost with leverage, decided purely from what each of them won or lost. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/** With fewer customers a share says more about some of them than about the platform. */
export const CUSTOMERS_MIN = 30;

/** Twelve months before an instant, by the calendar of UTC; 29 February goes to 1 March. */
export function twelveMonthsBefore(ms: number): number {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.getTime();
}

/** A period cut into days, the last one shorter: what is read at a time. */
export function daysOf(fromMs: number, toMs: number): { readonly fromMs: number; readonly toMs: number }[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, at) => ({
    fromMs: fromMs + at * DAY_MS,
    toMs: Math.min(fromMs + (at + 1) * DAY_MS, toMs),
  }));
}

/**
 * The share of losers in per cent with one digit, rounded up, so that it never looks smaller than it is; null below
 * `CUSTOMERS_MIN`. Who came out even did not lose.
 */
export function sharePercent(results: readonly Amount[]): string | null {
  if (results.length < CUSTOMERS_MIN) return null;
  const losers = BigInt(results.filter((result) => result < 0n).length);
  const customers = BigInt(results.length);
  const tenths = (losers * 1000n + customers - 1n) / customers;
  return formatAmount(tenths * 10_000_000n);
}
