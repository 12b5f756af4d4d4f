/** API calls for the platform's publications about itself. */
import * as transparency from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const transparencyCalls = {
  'GET transparency/loss_share': call({
    who: 'visitor',
    reference: {
      section: 'Public record',
      title: 'Get the share of losing accounts',
      after: 'GET transparency/strategy',
    },
    summary:
      'The share of customers who lost money with leveraged trading in the last twelve months, from the ledger.',
    input: none,
    output: transparency.lossShare,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/keys': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'Get keys and formats' },
    summary: 'The keys that sign checkpoints, and the texts that are hashed and signed, field by field.',
    input: none,
    output: transparency.transparencyKeys,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/checkpoints': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'Get the newest checkpoints' },
    summary: 'The newest signed head of every price record.',
    input: none,
    output: transparency.newestCheckpoints,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET transparency/market_days': call({
    who: 'visitor',
    reference: {
      section: 'Public record',
      title: 'List keys of the simulated market',
      after: 'GET transparency/pauses',
    },
    summary:
      'The keys of the simulated market by day, newest first: the hash of each, signed before its first quote, and the key itself once the day is over.',
    input: none,
    output: transparency.marketDays,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/market_runs': call({
    who: 'visitor',
    reference: {
      section: 'Public record',
      title: 'List runs of the simulated market',
      after: 'GET transparency/market_days',
    },
    summary:
      'The entries of the price records from which the simulated market continued with a day’s key, each time it started. With them, a day can be generated again.',
    input: transparency.marketRunsInput,
    output: transparency.marketRuns,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
  'GET transparency/voids': call({
    who: 'visitor',
    reference: {
      section: 'Public record',
      title: 'List voided options',
      after: 'GET transparency/loss_share',
    },
    summary:
      'Every gap that voided options, with its two entries, and what voids saved or cost the platform.',
    input: transparency.voidsInput,
    output: transparency.voids,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
  'GET transparency/freezes': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'List freezes', after: 'GET transparency/voids' },
    summary:
      'When payouts and new trades were frozen because the books did not balance, and whether they are now.',
    input: transparency.freezesInput,
    output: transparency.freezes,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/pauses': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'List gaps in prices', after: 'GET transparency/freezes' },
    summary:
      'The maximum age of a quote for an order to fill at it, by market, and every silence, halt and refused quote.',
    input: transparency.pausesInput,
    output: transparency.pauses,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
  'GET transparency/terms': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'List terms' },
    summary:
      'Every limit, fee and availability that the platform may change, with all versions: past, current and future.',
    input: none,
    output: transparency.publishedTerms,
    refusals: [],
    idempotent: false,
  }),
  'GET transparency/liabilities': call({
    who: 'visitor',
    reference: {
      section: 'Public record',
      title: 'Get what the platform owes',
      after: 'GET transparency/fill_quality',
    },
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
    reference: {
      section: 'Your part of it',
      title: 'Get your proof of liabilities',
      after: 'GET transparency/own_fills',
    },
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
    reference: { section: 'Your part of it', title: 'List your log entries' },
    summary:
      'The entries of the public log about this customer, oldest first, each with its salt and the text that it commits to.',
    input: transparency.ownEntriesInput,
    output: transparency.ownEntries,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
};
