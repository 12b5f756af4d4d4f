/** Money that comes in: where to send it, the deposit that says it was sent, and what became of it. */
import * as v from 'valibot';
import { networkNames } from '../networks.ts';
import { cursor, decimal, decimalOut, id, limitIn, seconds, text } from '../fields.ts';

export const moneyStatus = v.picklist(['under_review', 'waiting', 'success', 'failed']);

/** Why a deposit failed. */
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
  /** What the wallet gains: the currency itself, or USDT for a wire. */
  credited_as: v.string(),
  /** USDT for one unit, of a wire; as published now, the rate when it is credited counts. */
  rate: v.nullable(decimalOut),
  /** Of a chain. */
  address: v.nullable(v.string()),
  /** Of a wire: what the customer's bank has to be told, line by line; each is copied as it stands. */
  instructions: v.nullable(
    v.object({
      beneficiary: v.string(),
      bank_name: v.string(),
      bank_address: v.string(),
      swift: v.string(),
      account: v.string(),
      /** The customer's own, by which the wire is recognised. */
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
  /** The transaction's id, or the bank's reference, if known. */
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
  /** What the customer said. */
  reference: v.nullable(v.string()),
  /** What came into the wallet. */
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
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const depositList = v.object({ items: v.array(deposit), next: v.nullable(cursor) });
export const moneyCancelInput = v.object({ id });
