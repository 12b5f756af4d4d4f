/** API calls for withdrawal addresses. */
import * as addresses from './schemas.ts';
import { none, nothing } from '../fields.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { call } from '../call.ts';

export const addressesCalls = {
  'GET wallet/address': call({
    who: 'customer',
    summary: 'The addresses to which money may be withdrawn.',
    input: none,
    output: addresses.addressBook,
    refusals: [],
    idempotent: false,
    reads: ['addresses'],
  }),
  'POST wallet/address_add': call({
    who: 'customer',
    summary: 'Adds an address, whose checksum is held against its network.',
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
    summary: 'Takes an own address off the book.',
    input: addresses.addressDeleteInput,
    output: nothing,
    refusals: ['trading_password_missing', 'address_not_yours'],
    idempotent: true,
    touches: ['addresses'],
  }),
};
