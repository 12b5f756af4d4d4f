/**
 * What an order of the fund is paid and costs: income at the end of each full day of its own, with the rate that was published
 * of the last day of the calendar that had ended by then, and the fee of ending it early. Times are the market clock's.
 */
import { mulDivDown, feeOn } from '../money/rounding.ts';
import { ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';

const DAY_MS = 86_400_000;
const DAYS_A_YEAR = 365n;

/** When the n-th full day of an order ends; the last of them ends the order. */
export function markOf(startedMs: number, number: number): number {
  return startedMs + number * DAY_MS;
}

/** The day of UTC, counted from 1 January 1970, whose published rate a mark is paid with. */
export function rateDayOf(markMs: number): number {
  return Math.floor(markMs / DAY_MS) - 1;
}

/** The income of a day: down, since the customer receives it. */
export function incomeOf(principal: Amount, rate: Amount): Amount {
  return mulDivDown(principal, rate, ONE);
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
