/** API calls for the platform's publications about itself. */
import * as transparency from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const transparencyCalls = {
  'GET transparency/loss_share': call({
    who: 'visitor',
    summary:
      'The share of customers who lost money with leveraged trading in twelve months, from the ledger.',
    input: none,
    output: transparency.lossShare,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/keys': call({
    who: 'visitor',
    summary: 'The key that signs checkpoints, and the texts that are hashed and signed, field by field.',
    input: none,
    output: transparency.transparencyKeys,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/checkpoints': call({
    who: 'visitor',
    summary: 'The newest signed head of every tape.',
    input: none,
    output: transparency.newestCheckpoints,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET transparency/market_days': call({
    who: 'visitor',
    summary:
      'The keys of the simulated market by day, newest first: the hash of each, signed before its first quote, and the key itself once the day is over.',
    input: none,
    output: transparency.marketDays,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/market_runs': call({
    who: 'visitor',
    summary:
      'From which entries of the tapes the simulated market went on with a day’s key, each time it began: what a day is made again from.',
    input: transparency.marketRunsInput,
    output: transparency.marketRuns,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
  'GET transparency/voids': call({
    who: 'visitor',
    summary:
      'Every gap that made tickets void, with its two entries, and what voids saved or cost the house.',
    input: transparency.voidsInput,
    output: transparency.voids,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
  'GET transparency/freezes': call({
    who: 'visitor',
    summary:
      'When payouts and new trades were frozen because the books did not add up, and whether they are now.',
    input: transparency.freezesInput,
    output: transparency.freezes,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/pauses': call({
    who: 'visitor',
    summary:
      'How old a quote may be for an order to fill at it, by market; and every silence, halt and refused quote of the tapes.',
    input: transparency.pausesInput,
    output: transparency.pauses,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
  'GET transparency/terms': call({
    who: 'visitor',
    summary:
      'Every bound, fee and opening that the house may change, with all versions: what counted, counts, and will.',
    input: none,
    output: transparency.publishedTerms,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/liabilities': call({
    who: 'visitor',
    summary:
      'What the platform owes its customers by its newest statement, what it holds against it, and what banks and chains say of that.',
    input: none,
    output: transparency.liabilities,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
  'GET transparency/liability': call({
    who: 'customer',
    summary:
      'The customer’s own leaves in the newest statement of liabilities, with the salt that opens them and their paths to its roots.',
    input: none,
    output: transparency.ownLiability,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET transparency/own': call({
    who: 'customer',
    summary:
      'The entries of the public log about this customer, oldest first, each with the salt and the text that it commits to.',
    input: transparency.ownEntriesInput,
    output: transparency.ownEntries,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
};
