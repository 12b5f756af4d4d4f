/** The call that moves money between a customer's own accounts. */
import * as transfers from './schemas.ts';
import { call } from '../call.ts';

export const transfersCalls = {
  'POST wallet/transfer': call({
    who: 'customer',
    reference: {
      section: 'Balances and records',
      title: 'Transfer between own accounts',
      fields: { from: { about: 'The account to take from.' }, to: { about: 'The account to move to.' } },
    },
    summary: 'Moves available money between the customer’s own accounts, immediately and without a fee.',
    input: transfers.transferInput,
    output: transfers.transferOutput,
    refusals: ['currency_invalid', 'amount_wrong', 'balance_insufficient'],
    idempotent: true,
    touches: ['wallets'],
  }),
};
