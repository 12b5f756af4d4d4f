/** The rows of the permission for leverage, of transfers, and of what the platform tells of itself. */
import { call } from './call.ts';
import { none } from './schemas/fields.ts';
import * as leverage from './schemas/leverage.ts';
import * as transfers from './schemas/transfers.ts';
import * as transparency from './schemas/transparency.ts';

export const leverageCalls = {
  'GET lever/questionnaire': call({
    who: 'customer',
    summary: 'The questions about leveraged trading, and how the application for it stands.',
    input: none,
    output: leverage.questionnaireOutput,
    refusals: [],
    idempotent: false,
  }),
  'POST lever/apply': call({
    who: 'customer',
    summary: 'Applies for leveraged trading with the answers; customer service decides.',
    input: leverage.applyInput,
    output: leverage.applyOutput,
    refusals: ['already_applied'],
    idempotent: true,
  }),
  'POST wallet/transfer': call({
    who: 'customer',
    summary: 'Moves free money between the customer’s own accounts, at once and without a fee.',
    input: transfers.transferInput,
    output: transfers.transferOutput,
    refusals: ['currency_invalid', 'amount_wrong', 'balance_insufficient'],
    idempotent: true,
  }),
  'GET transparency/loss_share': call({
    who: 'visitor',
    summary:
      'The share of customers who lost money with leveraged trading in twelve months, from the ledger.',
    input: none,
    output: transparency.lossShare,
    refusals: [],
    idempotent: false,
  }),
};
