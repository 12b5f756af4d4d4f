/** The no-lever allowlist of the feature `addresses`: each name with its justification. */
import { CONFIRMING } from '@candor/testing/no-lever/shared-fields.ts';
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { withdrawalAddresses } from '../../../payments/withdrawal-addresses.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET wallet/address': ['own', ''],
    'POST wallet/address_add': ['payments', `network address label ${CONFIRMING}`],
    'POST wallet/address_delete': ['payments', 'id'],
  },
  columns: {
    withdrawal_address: {
      whose: 'book id',
      asked: 'network address label',
      reckoned: 'address_key',
      when: 'added_ms usable_ms deleted_ms',
    },
  },
  tables: {
    withdrawal_address: 'commands',
  },
  changed: [withdrawalAddresses],
  rights: [
    {
      because: 'addresses to which customers may withdraw: a trigger allows only deletion',
      may: 'select insert',
      on: 'withdrawal_address',
    },
  ],
  publicRights: [
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'withdrawal_address_fixed' },
  ],
  functions: {
    'definer withdrawal_address_of_now()': 'guards',
    'definer withdrawal_address_waits()': 'guards',
    'withdrawal_address_fixed()': 'guards',
  },
  triggers: {
    'withdrawal_address.withdrawal_address_zz_confirmed': 'its customer confirmed it',
    'withdrawal_address.withdrawal_address_zz_of_now': 'added and deleted now',
    'withdrawal_address.withdrawal_address_zz_waits': 'a new address waits for the published time',
    'withdrawal_address.begun_in_session': 'begun in a session of its customer',
    'withdrawal_address.changed_in_session': 'changed in a session of its customer',
    'withdrawal_address.withdrawal_address_fixed': 'taken off the list, and nothing else',
  },
  limits: { addresses: ['how many there may be, the same for everybody', 'addressesMax'] },
};
