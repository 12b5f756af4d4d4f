/** API calls for the bank card. */
import * as verification from '../verification/schemas.ts';
import { none } from '../fields.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { call } from '../call.ts';

export const bankCardCalls = {
  'POST user/cash_info': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'Get the bank card', after: 'POST wallet/address_delete' },
    summary: 'The saved bank card, masked.',
    input: none,
    output: verification.bankCard,
    refusals: [],
    idempotent: false,
    twice: 'reads',
    whenFrozen: true,
    reads: ['bank card'],
  }),
  'POST user/cash_save': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'Save the bank card', after: 'POST user/cash_info' },
    summary: 'Saves the bank card, or replaces it.',
    input: verification.bankCardInput,
    output: verification.bankCard,
    refusals: ['swift_wrong', 'iban_wrong', 'routing_number_wrong', 'phone_wrong', ...confirmationRefusals],
    idempotent: false,
    twice: 'the very card that was bound just now is not bound again',
    touches: ['bank card', 'profile'],
  }),
};
