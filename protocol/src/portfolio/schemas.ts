/** The total value of a customer, its parts, and its past values. */
import * as v from 'valibot';
import { worthParts } from '@candor/domain/ledger/valuation.ts';
import { decimalOut, seconds } from '../fields.ts';
import { flowKinds, periods } from './kinds.ts';

export const value = v.object({
  /** In USDT: the sum of the parts. */
  total: decimalOut,
  available: decimalOut,
  /** Experience credit, which is not included in any part. */
  experience: decimalOut,
  /** Every part, including those that are zero. Loans are negative. */
  parts: v.array(v.object({ part: v.picklist(worthParts), value_usdt: decimalOut })),
});

const day = v.object({
  /** The end of the day, exclusive. */
  time: seconds,
  profit_usdt: decimalOut,
  /** To the hundredth of a per cent; null if nothing was invested. */
  return_percent: v.nullable(decimalOut),
});

export const history = v.object({
  /** The total value at the end of each day, followed by the current one; oldest first. */
  points: v.array(v.object({ time: seconds, value_usdt: decimalOut })),
  /** The customer's deposits and withdrawals, oldest first, valued at the bid of that minute. Withdrawals are negative. */
  flows: v.array(
    v.object({
      time: seconds,
      kind: v.picklist(flowKinds),
      currency: v.string(),
      amount: decimalOut,
      value_usdt: decimalOut,
    }),
  ),
  /** From when performance is measured: the beginning of the account or, in a demo, when it last started over. */
  since: v.nullable(seconds),
  performance: v.array(
    v.object({
      period: v.picklist(periods),
      from: seconds,
      /** The time-weighted return, to the hundredth of a per cent; null if nothing was invested. */
      return_percent: v.nullable(decimalOut),
      /** The change in value without the flows. */
      profit_usdt: decimalOut,
      deposited_usdt: decimalOut,
      withdrawn_usdt: decimalOut,
    }),
  ),
  best_day: v.nullable(day),
  worst_day: v.nullable(day),
});
