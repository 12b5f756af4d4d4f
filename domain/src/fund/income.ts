/**
 * What an order of the fund is paid and costs. A day of the calendar is shared by who was there, for as long as they were: an
 * order has a part of the day on which it begins and of the one on which it ends, and the whole of those between, so that its
 * parts come to exactly its days. Times are the market clock's.
 */
import { mulDivDown, feeOn } from '../money/rounding.ts';
import { ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { DAY_MS } from '../time.ts';

const DAYS_A_YEAR = 365n;

/** From when on an order is in the fund, and for how many days. */
export type FundSpan = { readonly countsFromMs: number; readonly days: number };

/** When the n-th full day of an order ends; the last of them ends the order. */
export function markOf(startedMs: number, number: number): number {
  return startedMs + number * DAY_MS;
}

/** The day of UTC, counted from 1 January 1970, whose published rate a mark is paid with. */
export function rateDayOf(markMs: number): number {
  return Math.floor(markMs / DAY_MS) - 1;
}

/** For how many milliseconds of a day of UTC an order is in the fund. */
export function partOf({ countsFromMs, days }: FundSpan, day: number): number {
  const until = Math.min(countsFromMs + days * DAY_MS, (day + 1) * DAY_MS);
  return Math.max(0, until - Math.max(countsFromMs, day * DAY_MS));
}

/**
 * The midnight after an order has ended, when the day is over on which it did and its part of it can be paid. Null where it ended
 * at a midnight, and has no part of another day.
 */
export function restDueMs({ countsFromMs, days }: FundSpan): number | null {
  const sinceMidnightMs = countsFromMs % DAY_MS;
  return sinceMidnightMs === 0 ? null : countsFromMs - sinceMidnightMs + (days + 1) * DAY_MS;
}

/** The income of so much of a day at the rate of a full one: down, since the customer receives it. */
export function incomeOf(principal: Amount, rate: Amount, partMs = DAY_MS): Amount {
  return mulDivDown(principal * BigInt(partMs), rate, ONE * BigInt(DAY_MS));
}

/** What ending early costs: up, since the customer pays it. */
export function earlyFee(principal: Amount, feeRate: Amount): Amount {
  return feeOn(principal, feeRate);
}

/** What a rate of a day would come to in a year; income is paid out, so it earns none itself. */
export function yearlyRate(dailyRate: Amount): Amount {
  return dailyRate * DAYS_A_YEAR;
}

/** A part of one in per cent: 0.0183 is 1.83. */
export function inPerCent(rate: Amount): Amount {
  return rate * 100n;
}
