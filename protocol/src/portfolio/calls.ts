/** API calls for a customer's portfolio. */
import * as portfolio from './schemas.ts';
import { call } from '../call.ts';
import { none } from '../fields.ts';

export const portfolioCalls = {
  'GET portfolio/value': call({
    who: 'customer',
    reference: { section: 'Balances and records', title: 'Get the total value and its parts' },
    summary: 'The total value of the account now, and every part of it, in USDT.',
    input: none,
    output: portfolio.value,
    refusals: [],
    scope: 'read',
    idempotent: false,
    whenFrozen: true,
    reads: ['wallets'],
  }),
  'GET portfolio/history': call({
    who: 'customer',
    reference: { section: 'Balances and records', title: 'Get value, flows and returns over time' },
    summary:
      'The total value over time, deposits and withdrawals, and the time-weighted return of each period.',
    input: none,
    output: portfolio.history,
    refusals: [],
    cost: 20,
    readsMuch: true,
    scope: 'read',
    idempotent: false,
    whenFrozen: true,
    reads: ['worth'],
  }),
};
