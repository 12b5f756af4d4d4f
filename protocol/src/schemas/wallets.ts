/** What a customer holds. */
import * as v from 'valibot';
import { decimalOut } from './fields.ts';

const pocket = v.object({ available: decimalOut, frozen: decimalOut });

const wallet = v.object({
  currency: v.string(),
  spot: pocket,
  contract: pocket,
  option: pocket,
  /** Promotional credit; USDT only. */
  experience: v.optional(pocket),
  /** At the current bid, of everything in this currency. */
  value_usdt: decimalOut,
});
export const wallets = v.array(wallet);
