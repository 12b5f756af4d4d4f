/** API calls for the public list of fills and its statistics. */
import * as quality from './schemas.ts';
import { call } from '../call.ts';

export const fillQualityCalls = {
  'GET transparency/fills': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'List fills' },
    summary:
      'Every fill and ended option without its customer, by the ledger roots that cover them. The public log has the hash of each list.',
    input: quality.fillsInput,
    output: quality.fills,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET transparency/fill_quality': call({
    who: 'visitor',
    reference: { section: 'Public record', title: 'Get fill quality' },
    summary:
      'How the fills of a day compare with the quotes when their orders were accepted: better, worse or slower, whether the market rose or fell.',
    input: quality.fillQualityInput,
    output: quality.fillQuality,
    refusals: [],
    cost: 3,
    readsMuch: true,
    idempotent: false,
  }),
  'GET transparency/own_fills': call({
    who: 'customer',
    reference: { section: 'Your part of it', title: 'List your published fills' },
    summary: 'This customer’s lines in the public list of fills, with the openings of their hashes.',
    input: quality.ownFillsInput,
    output: quality.ownFills,
    refusals: [],
    cost: 3,
    idempotent: false,
  }),
};
