/**
 * Income and costs of a fund order. The income of a UTC day is shared by the orders that were in the fund, in proportion to
 * their time in it. An order has a part of the day on which it starts, a part of the day on which it ends, and all of the days
 * between, so that its parts add up to exactly its days. Times are by the market clock.
 */
import { mulDivDown, feeOn } from '../money/rounding.ts';
import { ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { DAY_MS } from '../time.ts';

const DAYS_A_YEAR = 365n;

/** When an order enters the fund, and for how many days. */
export type FundSpan = { readonly countsFromMs: number; readonly days: number };

/** When the n-th full day of an order ends. The last one ends the order. */
export function markOf(startedMs: number, number: number): number {
  return startedMs + number * DAY_MS;
}

/** The UTC day, counted from 1 January 1970, at whose published rate a mark is paid. */
export function rateDayOf(markMs: number): number {
  return Math.floor(markMs / DAY_MS) - 1;
}

/** For how many milliseconds of a UTC day an order is in the fund. */
export function partOf({ countsFromMs, days }: FundSpan, day: number): number {
  const until = Math.min(countsFromMs + days * DAY_MS, (day + 1) * DAY_MS);
  return Math.max(0, until - Math.max(countsFromMs, day * DAY_MS));
}

/**
 * The midnight after an order has ended, when the part of its last day can be paid. Null if it ended at midnight and has no
 * such part.
 */
export function restDueMs({ countsFromMs, days }: FundSpan): number | null {
  const sinceMidnightMs = countsFromMs % DAY_MS;
  return sinceMidnightMs === 0 ? null : countsFromMs - sinceMidnightMs + (days + 1) * DAY_MS;
}

/** The income for a part of a day at the rate of a full one. Rounded down, since the customer receives it. */
export function incomeOf(principal: Amount, rate: Amount, partMs = DAY_MS): Amount {
  return mulDivDown(principal * BigInt(partMs), rate, ONE * BigInt(DAY_MS));
}

/** The cost of ending early. Rounded up, since the customer pays it. */
export function earlyFee(principal: Amount, feeRate: Amount): Amount {
  return feeOn(principal, feeRate);
}

/** The yearly equivalent of a daily rate. It is not compounded, because income is paid out. */
export function yearlyRate(dailyRate: Amount): Amount {
  return dailyRate * DAYS_A_YEAR;
}

/** Converts a fraction to per cent: 0.0183 to 1.83. */
export function inPerCent(rate: Amount): Amount {
  return rate * 100n;
}
