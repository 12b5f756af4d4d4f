/** API calls for leverage permission. */
import * as leverage from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const leverageCalls = {
  'GET lever/questionnaire': call({
    who: 'customer',
    reference: { section: 'Contracts', title: 'Get the questionnaire' },
    summary: 'The questions about leveraged trading, and the state of the application for it.',
    input: none,
    output: leverage.questionnaireOutput,
    refusals: [],
    idempotent: false,
    reads: ['leverage'],
  }),
  'POST lever/apply': call({
    who: 'customer',
    reference: { section: 'Contracts', title: 'Apply for leveraged trading' },
    summary: 'Applies for leveraged trading with the answers. Support decides.',
    input: leverage.applyInput,
    output: leverage.applyOutput,
    refusals: ['self_excluded', 'timed_out', 'product_not_offered', 'verification_needed', 'already_applied'],
    idempotent: true,
    touches: ['leverage'],
  }),
};
