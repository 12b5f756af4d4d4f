/** Experience credit: its amount, its expiry, and the turnover still needed to keep it. */
import * as v from 'valibot';
import { decimalOut, seconds } from '../fields.ts';

/** All amounts are in USDT. */
export const experience = v.object({
  /** The credit that is still available. */
  amount: decimalOut,
  granted: decimalOut,
  /** The turnover made with the credit since it was granted, and the turnover required to convert it. */
  turnover: decimalOut,
  turnover_needed: decimalOut,
  /** The fees that the customer has paid with their own money since the grant. At most half of that amount can be converted. */
  fees_paid: decimalOut,
  /** The amount converted so far, and the amount that could be converted now. */
  converted: decimalOut,
  convertible: decimalOut,
  /** When the credit expires; null if there is none. */
  expires_at: v.nullable(seconds),
});
/** The amount converted to USDT in the spot account. */
export const experienceConverted = v.object({ amount: decimalOut });
