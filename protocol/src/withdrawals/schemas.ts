/** Withdrawals: the terms, the request, and the outcome. */
import * as v from 'valibot';
import { chainNames } from '../networks.ts';
import { secondFactor } from '../confirmation.ts';
import { moneyStatus } from '../deposits/schemas.ts';
import { cursor, decimal, decimalOut, id, seconds } from '../fields.ts';

/** Why a withdrawal failed. The money of a failed withdrawal is returned. */
export const withdrawalReasons = [
  'cancelled_by_customer',
  'start_over',
  'address_unsafe',
  'source_unclear',
  'suspected_misuse',
  'customer_request',
  'payout_returned',
  'payout_impossible',
] as const;
/** Why a withdrawal is held. The customer sees the reason and the latest end of the hold. */
export const holdReasons = [
  'security_check',
  'source_of_funds',
  'documents_needed',
  'network_trouble',
  'court_order',
] as const;
/** The account standings in which an approved payment is not passed to the payment provider. */
const pauseReasons = ['account_frozen', 'account_locked'] as const;

export const withdrawalTerms = v.object({
  currencies: v.array(
    v.object({
      currency: v.string(),
      networks: v.array(v.picklist(chainNames)),
      min: decimalOut,
      max: decimalOut,
      /** The maximum within 24 hours, and the part of it that is left. */
      day_max: decimalOut,
      day_left: decimalOut,
      fee_rate: decimalOut,
      /** Dual approval is needed from this amount on, counting all requests within 24 hours. */
      two_from: decimalOut,
      available: decimalOut,
    }),
  ),
  arrival_hours: v.number(),
  /** Withdrawals are held until this time because security settings were changed. */
  held_until: v.nullable(seconds),
});

export const withdrawalInput = v.object({
  currency: v.string(),
  /** The amount taken from the wallet, including the fee. */
  amount: decimal,
  /** The id of a withdrawal address. */
  address: id,
  /** The displayed net amount. If it differs because the terms have changed, the request is refused. */
  arrives: v.optional(decimal),
  trading_password: v.string(),
  ...secondFactor,
});
export const withdrawalOutput = v.object({
  id,
  amount: decimalOut,
  fee: decimalOut,
  arrives: decimalOut,
  status: moneyStatus,
  deadline_at: seconds,
});

export const withdrawal = v.object({
  id,
  currency: v.string(),
  network: v.picklist(chainNames),
  address: v.string(),
  amount: decimalOut,
  fee: decimalOut,
  arrives: decimalOut,
  status: moneyStatus,
  reason: v.nullable(v.picklist(withdrawalReasons)),
  hold: v.nullable(v.object({ reason: v.picklist(holdReasons), until: seconds })),
  /** The account standing that keeps an approved payment from being passed on until the account is released. */
  paused: v.nullable(v.picklist(pauseReasons)),
  requested_at: seconds,
  deadline_at: seconds,
  /** Whether the deadline or the end of the hold has passed without a payment or rejection. */
  overdue: v.boolean(),
  approved_at: v.nullable(seconds),
  decided_at: v.nullable(seconds),
  paid_reference: v.nullable(v.string()),
});
export const withdrawalList = v.object({ items: v.array(withdrawal), next: v.nullable(cursor) });

/** Public statistics about withdrawals of the last thirty days, and about open ones. */
export const withdrawalTimes = v.object({
  paid: v.number(),
  /** Withdrawals that were paid by the deadline stated at their request. */
  in_time: v.number(),
  /** The time from request to payment, in minutes. */
  median_minutes: v.nullable(v.number()),
  slowest_tenth_minutes: v.nullable(v.number()),
  failed: v.array(v.object({ reason: v.picklist(withdrawalReasons), count: v.number() })),
  waiting: v.number(),
  overdue: v.number(),
  held: v.array(v.object({ reason: v.picklist(holdReasons), count: v.number() })),
});
