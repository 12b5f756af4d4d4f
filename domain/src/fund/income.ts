/**
 * Income and costs of a fund order. The income of a UTC day is shared by the orders that were in the fund, in proportion to
 * their time in the fund on that day. An order is in the fund for a part of the day on which it starts, a part of the day on
 * which it ends, and the full days in between; together, these are exactly its days. Times are by the market clock.
 */
import { mulDivDown, feeOn } from '../money/rounding.ts';
import { ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { DAY_MS } from '../time.ts';

const DAYS_A_YEAR = 365n;

/** The start of an order in the fund, and the number of its days. */
export type FundSpan = { readonly countsFromMs: number; readonly days: number };

/** Returns the time at which the n-th full day of an order ends. The order ends with its last day. */
export function markOf(startedMs: number, number: number): number {
  return startedMs + number * DAY_MS;
}

/** Returns the UTC day, counted from 1 January 1970, whose published rate applies to a mark. */
export function rateDayOf(markMs: number): number {
  return Math.floor(markMs / DAY_MS) - 1;
}

/** Returns the number of milliseconds of a UTC day for which an order is in the fund. */
export function partOf({ countsFromMs, days }: FundSpan, day: number): number {
  const until = Math.min(countsFromMs + days * DAY_MS, (day + 1) * DAY_MS);
  return Math.max(0, until - Math.max(countsFromMs, day * DAY_MS));
}

/**
 * Returns the midnight after the end of an order, from which the income for the part of its last day can be paid; null if the
 * order ends at midnight and has no such part.
 */
export function restDueMs({ countsFromMs, days }: FundSpan): number | null {
  const sinceMidnightMs = countsFromMs % DAY_MS;
  return sinceMidnightMs === 0 ? null : countsFromMs - sinceMidnightMs + (days + 1) * DAY_MS;
}

/** Returns the income for a part of a day at the rate for a full day, rounded down because it is paid to the customer. */
export function incomeOf(principal: Amount, rate: Amount, partMs = DAY_MS): Amount {
  return mulDivDown(principal * BigInt(partMs), rate, ONE * BigInt(DAY_MS));
}

/** Returns the fee for ending an order early, rounded up because the customer pays it. */
export function earlyFee(principal: Amount, feeRate: Amount): Amount {
  return feeOn(principal, feeRate);
}

/** Returns 365 times a daily rate. The rate is not compounded, because income is paid out. */
export function yearlyRate(dailyRate: Amount): Amount {
  return dailyRate * DAYS_A_YEAR;
}

/** Converts a fraction to per cent, such as 0.0183 to 1.83. */
export function inPerCent(rate: Amount): Amount {
  return rate * 100n;
}
