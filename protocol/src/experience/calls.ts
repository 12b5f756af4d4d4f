/** API calls for experience credit. */
import * as experience from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const experienceCalls = {
  'GET wallet/experience': call({
    who: 'customer',
    summary:
      'The experience credit: how much is left, until when, and the turnover and fees that convert it.',
    input: none,
    output: experience.experience,
    refusals: [],
    idempotent: false,
    reads: ['experience', 'wallets'],
  }),
  'POST wallet/experience_convert': call({
    who: 'customer',
    summary:
      'Semaphore free experience credit into USDT of the spot account: once its turnover is reached, profit before; at most half of the fees paid since.',
    input: none,
    output: experience.experienceConverted,
    refusals: ['credit_insufficient', 'turnover_insufficient', 'open_trade_blocks', 'fees_insufficient'],
    idempotent: true,
    touches: ['experience', 'wallets'],
  }),
};
