/** API calls for withdrawals. */
import * as withdrawals from './schemas.ts';
import { none } from '../fields.ts';
import * as deposits from '../deposits/schemas.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { call } from '../call.ts';

export const withdrawalsCalls = {
  'GET wallet/out_terms': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'Get withdrawal limits and fees' },
    summary: 'The conditions of a withdrawal now: limits, fee, expected time and available balance.',
    input: none,
    output: withdrawals.withdrawalTerms,
    refusals: [],
    idempotent: false,
    reads: ['withdrawals', 'wallets'],
  }),
  'POST wallet/out': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'Request a withdrawal' },
    summary: 'Requests a withdrawal to a saved address. The amount is frozen immediately.',
    input: withdrawals.withdrawalInput,
    output: withdrawals.withdrawalOutput,
    refusals: [
      'verification_needed',
      'trading_password_missing',
      'bank_card_missing',
      'withdrawals_held',
      'currency_invalid',
      'network_invalid',
      'amount_wrong',
      'withdrawal_below_minimum',
      'withdrawal_above_maximum',
      'withdrawal_day_maximum',
      'address_missing',
      'address_not_yours',
      'address_not_ready',
      'withdrawal_pending',
      'withdrawal_exceeds_holdings',
      'case_changed',
      'trading_password_wrong',
      ...confirmationRefusals,
    ],
    idempotent: true,
    touches: ['withdrawals', 'addresses', 'wallets'],
  }),
  'POST wallet/out_cancel': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'Cancel a withdrawal' },
    summary: 'Cancels a withdrawal while it is under review. The money is available again immediately.',
    input: deposits.moneyCancelInput,
    output: deposits.depositOutput,
    refusals: ['not_found', 'order_state_wrong'],
    idempotent: true,
    whenFrozen: true,
    touches: ['withdrawals', 'wallets'],
  }),
  'GET cashlist/log': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'List withdrawals' },
    summary: 'Withdrawals, newest first.',
    input: deposits.moneyListInput,
    output: withdrawals.withdrawalList,
    refusals: [],
    idempotent: false,
    reads: ['withdrawals'],
  }),
  'GET transparency/withdrawals': call({
    who: 'visitor',
    reference: { section: 'Withdrawals', title: 'Get withdrawal statistics', after: 'POST user/cash_save' },
    summary: 'How long withdrawals took in the last thirty days, and how many are waiting, held or overdue.',
    input: none,
    output: withdrawals.withdrawalTimes,
    refusals: [],
    idempotent: false,
  }),
};
