/** API calls for deposits. */
import * as deposits from './schemas.ts';
import { call } from '../call.ts';

export const depositsCalls = {
  'POST wallet/get_in_address': call({
    who: 'customer',
    reference: { section: 'Deposits', title: 'Get deposit addresses' },
    summary: 'Where to send money: addresses by chain and wire instructions by currency, with limits.',
    input: deposits.depositWaysInput,
    output: deposits.depositWays,
    refusals: ['currency_invalid'],
    idempotent: false,
    twice: 'reads',
  }),
  'POST wallet/charge_req': call({
    who: 'customer',
    reference: { section: 'Deposits', title: 'Report a deposit' },
    summary: 'Reports that money was sent, with a picture as proof. An operator reviews it.',
    input: deposits.depositInput,
    output: deposits.depositOutput,
    refusals: [
      'self_excluded',
      'timed_out',
      'currency_invalid',
      'network_invalid',
      'amount_wrong',
      'deposit_out_of_range',
      'file_not_found',
      'file_duplicate',
      'reference_used',
      'deposits_too_many',
      'own_limit_reached',
    ],
    idempotent: true,
    touches: ['deposits'],
  }),
  'POST wallet/charge_cancel': call({
    who: 'customer',
    reference: { section: 'Deposits', title: 'Cancel a deposit' },
    summary: 'Cancels a deposit while it is under review.',
    input: deposits.moneyCancelInput,
    output: deposits.depositOutput,
    refusals: ['deposit_not_found', 'order_state_wrong'],
    idempotent: true,
    whenFrozen: true,
    touches: ['deposits'],
  }),
  'GET chargelist/log': call({
    who: 'customer',
    reference: { section: 'Deposits', title: 'List deposits' },
    summary: 'Deposits, newest first.',
    input: deposits.moneyListInput,
    output: deposits.depositList,
    refusals: [],
    idempotent: false,
    reads: ['deposits'],
  }),
};
