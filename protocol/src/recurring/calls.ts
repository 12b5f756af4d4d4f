/** The rows of recurring purchases. */
import { call } from '../call.ts';
import { none, nothing } from '../fields.ts';
import * as recurring from './schemas.ts';

export const recurringCalls = {
  'GET recurring/plans': call({
    who: 'customer',
    summary: 'The customer’s recurring purchases, each with its next time and what it has bought so far.',
    input: none,
    output: recurring.plans,
    refusals: [],
    idempotent: false,
    reads: ['recurring', 'messages'],
  }),
  'GET recurring/purchases': call({
    who: 'customer',
    summary: 'What became of each time that a plan was due, newest first.',
    input: recurring.purchasesInput,
    output: recurring.purchases,
    refusals: [],
    idempotent: false,
    reads: ['recurring', 'messages'],
  }),
  'POST recurring/create': call({
    who: 'customer',
    summary:
      'Buys a coin at market for the same amount of USDT again and again, at the first price after each time of a schedule.',
    input: recurring.createInput,
    output: recurring.plan,
    refusals: [
      'pair_not_found',
      'self_excluded',
      'timed_out',
      'product_not_offered',
      'pair_not_active',
      'recurring_too_many',
      'amount_below_minimum',
      'quantity_above_maximum',
    ],
    idempotent: true,
    storesMore: true,
    touches: ['recurring'],
  }),
  'POST recurring/change': call({
    who: 'customer',
    summary: 'Changes the amount or the schedule, from the next time on.',
    input: recurring.changeInput,
    output: recurring.plan,
    refusals: ['amount_below_minimum', 'quantity_above_maximum'],
    idempotent: true,
    touches: ['recurring'],
  }),
  'POST recurring/pause': call({
    who: 'customer',
    summary: 'Buys nothing until it is resumed.',
    input: recurring.planRef,
    output: recurring.plan,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['recurring'],
  }),
  'POST recurring/resume': call({
    who: 'customer',
    summary: 'Goes on with the next time of the schedule; what passed meanwhile is not made up for.',
    input: recurring.planRef,
    output: recurring.plan,
    refusals: ['self_excluded', 'timed_out', 'product_not_offered'],
    idempotent: true,
    touches: ['recurring'],
  }),
  'POST recurring/delete': call({
    who: 'customer',
    summary: 'Ends a plan for good; what it bought stays.',
    input: recurring.planRef,
    output: nothing,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['recurring'],
  }),
};
