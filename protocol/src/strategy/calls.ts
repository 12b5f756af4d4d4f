/** API calls for the fund's publications. */
import * as strategy from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const strategyCalls = {
  'GET transparency/fund': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'Get fund results', after: 'GET transparency/liabilities' },
    summary: 'The strategy’s daily results with their publications, and the balance of its account.',
    input: none,
    output: strategy.fundPublished,
    refusals: [],
    cost: 3,
    idempotent: false,
    reads: ['fund'],
  }),
  'GET transparency/strategy': call({
    who: 'visitor',
    reference: {
      section: 'Public record',
      title: 'List the strategy’s trades',
      after: 'GET transparency/fund',
    },
    summary: 'The strategy’s trades with both legs, newest first.',
    input: strategy.strategyInput,
    output: strategy.strategyTrades,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
};
