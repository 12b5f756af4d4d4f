/** What the platform publishes about itself, computed from its ledger. */
import * as v from 'valibot';
import { decimalOut, seconds } from './fields.ts';

/**
 * How many of the customers who closed a leveraged position in the period lost money with them: the profit of all their
 * closings, less fees and financing, is below zero.
 */
export const lossShare = v.object({
  /** "72.4"; null while there are too few customers to tell. */
  share_percent: v.nullable(decimalOut),
  /** Why there is no share. */
  reason: v.nullable(v.literal('too_few_customers')),
  /** How many customers it counts, and from how many on a share is told. */
  customers: v.number(),
  customers_min: v.number(),
  from: seconds,
  to: seconds,
  basis: v.literal('closed_positions'),
});
