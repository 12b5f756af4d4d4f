/** API calls for market data: quotes, candles and the price tape. */
import * as quotes from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const marketCalls = {
  'GET currency/quotation_new': call({
    who: 'visitor',
    reference: { section: 'Prices', title: 'List instruments and quotes' },
    summary: 'Every instrument with its latest quote, its 24-hour figures and its limits.',
    input: none,
    output: quotes.quotations,
    refusals: [],
    idempotent: false,
    reads: ['offers'],
  }),
  'GET currency/new_timeshar': call({
    who: 'visitor',
    reference: {
      section: 'Prices',
      title: 'Get candles',
      fields: {
        from: { about: 'The beginning, in seconds since 1970.', like: 1_764_309_600 },
        to: { about: 'The end, in seconds since 1970.', like: 1_764_313_200 },
      },
    },
    summary: 'Candles of an instrument, oldest first.',
    input: quotes.candlesInput,
    output: quotes.candles,
    refusals: ['pair_not_found'],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET tape': call({
    who: 'visitor',
    reference: { section: 'Prices', title: 'Read the price record' },
    summary:
      'Entries of the price record exactly as they were hashed, at most 1,000. Also at `tape/:symbol`.',
    input: quotes.tapeInput,
    output: quotes.tape,
    refusals: ['pair_not_found'],
    cost: 10,
    readsMuch: true,
    idempotent: false,
  }),
  'GET tape/checkpoints': call({
    who: 'visitor',
    reference: { section: 'Prices', title: 'Get signed checkpoints' },
    summary:
      'Signed heads of the price record, and the key that verifies them. Also at `tape/:symbol/checkpoints`.',
    input: quotes.checkpointsInput,
    output: quotes.checkpoints,
    refusals: ['pair_not_found'],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
};
