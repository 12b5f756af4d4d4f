/** The rows of the permission for leverage, and of transfers. */
import { call } from './call.ts';
import { none } from './schemas/fields.ts';
import * as leverage from './schemas/leverage.ts';
import * as transfers from './schemas/transfers.ts';

export const leverageCalls = {
  'GET lever/questionnaire': call({
    who: 'customer',
    summary: 'The questions about leveraged trading, and how the application for it stands.',
    input: none,
    output: leverage.questionnaireOutput,
    refusals: [],
    idempotent: false,
    reads: ['leverage'],
  }),
  'POST lever/apply': call({
    who: 'customer',
    summary: 'Applies for leveraged trading with the answers; customer service decides.',
    input: leverage.applyInput,
    output: leverage.applyOutput,
    refusals: ['self_excluded', 'timed_out', 'product_not_offered', 'verification_needed', 'already_applied'],
    idempotent: true,
    touches: ['leverage'],
  }),
  'POST wallet/transfer': call({
    who: 'customer',
    summary: 'Moves free money between the customer’s own accounts, at once and without a fee.',
    input: transfers.transferInput,
    output: transfers.transferOutput,
    refusals: ['currency_invalid', 'amount_wrong', 'balance_insufficient'],
    idempotent: true,
    touches: ['wallets'],
  }),
};
