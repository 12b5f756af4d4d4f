/** API calls for withdrawal addresses. */
import * as addresses from './schemas.ts';
import { none, nothing } from '../fields.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { call } from '../call.ts';

export const addressesCalls = {
  'GET wallet/address': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'List withdrawal addresses' },
    summary: 'The saved withdrawal addresses.',
    input: none,
    output: addresses.addressBook,
    refusals: [],
    idempotent: false,
    reads: ['addresses'],
  }),
  'POST wallet/address_add': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'Add a withdrawal address' },
    summary: 'Adds a withdrawal address, whose checksum must match its network.',
    input: addresses.addressAddInput,
    output: addresses.addressAddOutput,
    refusals: [
      'trading_password_missing',
      'network_invalid',
      'address_wrong',
      'address_of_house',
      'address_exists',
      'addresses_too_many',
      ...confirmationRefusals,
    ],
    idempotent: true,
    touches: ['addresses'],
  }),
  'POST wallet/address_delete': call({
    who: 'customer',
    reference: { section: 'Withdrawals', title: 'Delete a withdrawal address' },
    summary: 'Deletes a withdrawal address.',
    input: addresses.addressDeleteInput,
    output: nothing,
    refusals: ['trading_password_missing', 'address_not_yours'],
    idempotent: true,
    touches: ['addresses'],
  }),
};
