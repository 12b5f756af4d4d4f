/** API calls for experience credit. */
import * as experience from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const experienceCalls = {
  'GET wallet/experience': call({
    who: 'customer',
    reference: { section: 'Balances and records', title: 'Get trial credit' },
    summary: 'The trial credit: how much is left, until when, and the turnover and fees that convert it.',
    input: none,
    output: experience.experience,
    refusals: [],
    idempotent: false,
    reads: ['experience', 'wallets'],
  }),
  'POST wallet/experience_convert': call({
    who: 'customer',
    reference: { section: 'Balances and records', title: 'Convert trial credit' },
    summary:
      'Converts free trial credit into USDT of the spot account: profit first, or all of it once the turnover is reached, up to half of the fees paid since.',
    input: none,
    output: experience.experienceConverted,
    refusals: ['credit_insufficient', 'turnover_insufficient', 'open_trade_blocks', 'fees_insufficient'],
    idempotent: true,
    touches: ['experience', 'wallets'],
  }),
};
