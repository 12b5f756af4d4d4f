/** Inviting friends: the code, what it brought, and where each part of it came from. */
import * as v from 'valibot';
import { cursor, decimalOut, id, limitIn, seconds } from '../fields.ts';

/** Why a line brought less than its share: the house's earned fees did not suffice, or the two are not strangers. */
export const rewardShortfalls = [
  'fees_short',
  'linked',
  'not_offered',
  'not_verified',
  'restricted',
] as const;

export const invitation = v.object({
  invite_code: v.string(),
  /** Whether referral is offered where the customer lives, and switched on. */
  offered: v.boolean(),
  /** Per cent of the friend's fund income, level one first. */
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
  /** The friend's account, with its middle left out. */
  from: v.string(),
  /** The fund income that it is a share of. */
  base: decimalOut,
  rate: decimalOut,
  amount: decimalOut,
  shortfall: v.nullable(v.picklist(rewardShortfalls)),
});
export const earningsInput = v.object({
  level: v.optional(v.picklist(['direct', 'indirect'])),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const earnings = v.object({ items: v.array(earning), next: v.nullable(cursor) });
