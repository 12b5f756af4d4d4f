/** Deposits: the account to which money is sent, the customer's report of a payment, and the outcome. */
import * as v from 'valibot';
import { networkNames } from '../networks.ts';
import { cursor, decimal, decimalOut, id, limitIn, periodIn, seconds, text } from '../fields.ts';

export const moneyStatus = v.picklist(['under_review', 'waiting', 'success', 'failed']);

export const depositReasons = [
  'cancelled_by_customer',
  'not_received',
  'amount_differs',
  'voucher_unreadable',
  'name_differs',
  'duplicate',
  'source_unclear',
] as const;

export const depositWaysInput = v.object({ currency: v.optional(text(12)) });
const depositWay = v.object({
  currency: v.string(),
  network: v.picklist(networkNames),
  min: decimalOut,
  max: decimalOut,
  /** The currency that is credited: USDT for a wire, otherwise the currency sent. */
  credited_as: v.string(),
  /**
   * For a wire: the price in USDT of one unit, as currently published. A deposit is credited at the rate of the time of its
   * approval.
   */
  rate: v.nullable(decimalOut),
  /** The deposit address; only for a chain. */
  address: v.nullable(v.string()),
  /** For a wire: the transfer instructions line by line, to be copied verbatim. */
  instructions: v.nullable(
    v.object({
      beneficiary: v.string(),
      bank_name: v.string(),
      bank_address: v.string(),
      swift: v.string(),
      account: v.string(),
      /** A reference unique to the customer, by which a wire is matched to the customer. */
      reference: v.string(),
    }),
  ),
});
export const depositWays = v.object({ ways: v.array(depositWay), review_hours: v.number() });

export const depositInput = v.object({
  currency: text(12),
  network: text(20),
  amount: decimal,
  /** A file id of `upload`, purpose voucher. */
  voucher: id,
  /** The transaction id or the bank's reference, if the customer knows it. */
  reference: v.optional(text(120)),
});
export const depositOutput = v.object({ id, status: moneyStatus });

export const deposit = v.object({
  id,
  currency: v.string(),
  network: v.picklist(networkNames),
  amount: decimalOut,
  status: moneyStatus,
  reason: v.nullable(v.picklist(depositReasons)),
  /** The reference as entered by the customer. */
  reference: v.nullable(v.string()),
  /** The amount credited to the wallet. */
  credited: v.nullable(
    v.object({
      currency: v.string(),
      amount: decimalOut,
      rate: v.nullable(decimalOut),
      reference: v.string(),
    }),
  ),
  submitted_at: seconds,
  deadline_at: seconds,
  overdue: v.boolean(),
  decided_at: v.nullable(seconds),
});
export const moneyListInput = v.object({
  status: v.optional(moneyStatus),
  currency: v.optional(text(12)),
  /** `from` and `to` refer to the time of the request. */
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const depositList = v.object({ items: v.array(deposit), next: v.nullable(cursor) });
export const moneyCancelInput = v.object({ id });
