/** Referral: the invite code, the total reward, and the payment from which each share comes. */
import * as v from 'valibot';
import { cursor, decimalOut, id, limitIn, periodIn, seconds } from '../fields.ts';

/** Why a share was not paid, for example because the friend had paid too few fees or the two customers are related. */
export const rewardShortfalls = [
  'fees_short',
  'linked',
  'not_offered',
  'not_verified',
  'restricted',
] as const;

export const invitation = v.object({
  invite_code: v.string(),
  /** Whether referral is enabled and offered in the customer's country. */
  offered: v.boolean(),
  /** The share in percent of a friend's fund income, by level from the first. */
  rates: v.array(decimalOut),
  currency: v.string(),
  total: decimalOut,
  direct: decimalOut,
  indirect: decimalOut,
  invited_direct: v.number(),
  invited_indirect: v.number(),
});

const earning = v.object({
  id,
  time: seconds,
  level: v.number(),
  /** The friend's account name with its middle masked. */
  from: v.string(),
  /** The payment of fund income from which the share is computed. */
  base: decimalOut,
  rate: decimalOut,
  amount: decimalOut,
  shortfall: v.nullable(v.picklist(rewardShortfalls)),
});
export const earningsInput = v.object({
  level: v.optional(v.picklist(['direct', 'indirect'])),
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const earnings = v.object({ items: v.array(earning), next: v.nullable(cursor) });
