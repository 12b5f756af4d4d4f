/** Promotional credit: its amount, its expiry, and the turnover still needed to keep it. */
import * as v from 'valibot';
import { decimalOut, seconds } from '../fields.ts';

/** All in USDT. */
export const experience = v.object({
  /** The remaining available credit. */
  amount: decimalOut,
  granted: decimalOut,
  /** The turnover traded with it since it was granted, and the turnover that converts it. */
  turnover: decimalOut,
  turnover_needed: decimalOut,
  /** Fees paid with own money since then; at most half of them can be converted. */
  fees_paid: decimalOut,
  /** The amount converted so far, and the amount that could be converted now. */
  converted: decimalOut,
  convertible: decimalOut,
  /** When it ends; null if there is none. */
  expires_at: v.nullable(seconds),
});
/** The amount converted to USDT in the spot account. */
export const experienceConverted = v.object({ amount: decimalOut });
