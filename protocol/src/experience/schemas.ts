/** Promotional credit: how much there is, until when, and what it still takes to keep it. */
import * as v from 'valibot';
import { decimalOut, seconds } from '../fields.ts';

/** All in USDT. */
export const experience = v.object({
  /** What is left of it and free. */
  amount: decimalOut,
  granted: decimalOut,
  /** Traded with it since it was granted, and how much of that converts it. */
  turnover: decimalOut,
  turnover_needed: decimalOut,
  /** Fees paid with own money since then; half of them is the most that becomes money of it. */
  fees_paid: decimalOut,
  /** What has become money of it, and what would now. */
  converted: decimalOut,
  convertible: decimalOut,
  /** When it ends; null when there is none. */
  expires_at: v.nullable(seconds),
});
/** What became USDT of the spot account. */
export const experienceConverted = v.object({ amount: decimalOut });
