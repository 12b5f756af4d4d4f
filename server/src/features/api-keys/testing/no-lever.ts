/** Names that API keys may use in calls and columns, each with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { apiKeys, waitingOrders } from '../../../identity/api-keys/tables.ts';

const CONFIRMING = 'totp passkey current_password message sign';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET api_keys': ['safety', ''],
    'POST api_keys/create': [
      'safety',
      `name kind public_key scopes symbols order_max loss_max ask_above networks days ${CONFIRMING}`,
    ],
    'POST api_keys/revoke': ['safety', `id ${CONFIRMING}`],
    'GET api_keys/waiting': ['own', ''],
    'POST api_keys/confirm': ['order', 'id'],
    'POST api_keys/decline': ['order', 'id'],
  },
  columns: {
    api_key: {
      whose: 'book id',
      asked: 'name kind scopes symbols order_max loss_max ask_above networks',
      person: 'code public_key sealed proof_hash',
      when: 'created_ms expires_ms revoked_ms',
    },
    api_key_use: { whose: 'book key_id', person: 'address', when: 'used_ms' },
    api_signature: { works: 'hash call changes', when: 'until_ms' },
    api_order: { whose: 'book order_id key_id' },
    api_amendment: { whose: 'book order_id key_id', works: 'version' },
    api_open_order: { whose: 'book id key_id' },
    api_day: { whose: 'book key_id day', asked: 'symbol', reckoned: 'carried quantity cash' },
    api_mandate: {
      whose: 'book id',
      asked: 'scopes symbols order_max loss_max ask_above',
      reckoned: 'loss reserved',
      when: 'expires_ms revoked_ms',
    },
    api_waiting: {
      whose: 'book id key_id',
      asked: 'symbol request',
      reckoned: 'size',
      state: 'status',
      works: 'version',
      when: 'created_ms expires_ms decided_ms',
    },
  },
  tables: {
    api_key: 'commands',
    api_order: 'commands',
    api_amendment: 'commands',
    api_waiting: 'commands',
    api_key_use: 'door',
    api_signature: 'door',
    api_day: 'database',
  },
  history: ['api_order', 'api_amendment'],
  changed: [apiKeys, waitingOrders],
  rights: [
    {
      because:
        'what customers let their programs do, and the orders that wait for them: triggers demand a session of the customer, or the key’s own proof',
      may: 'select insert',
      on: 'api_key api_waiting',
    },
    {
      because: 'which key placed or amended an order',
      may: 'select insert',
      on: 'api_order api_amendment',
    },
    {
      because: 'for which call a signature counts, until it is too old to be used',
      may: 'select insert delete',
      on: 'api_signature',
    },
    {
      because: 'when a key was last used: a trigger lets it only be now',
      may: 'select insert',
      on: 'api_key_use',
    },
    {
      because: 'when and from where a key was last used',
      may: 'update',
      on: 'api_key_use.used_ms api_key_use.address',
    },
    {
      because: 'mandates as they are now, with the loss of the day',
      may: 'select',
      on: 'api_day api_mandate api_open_order',
    },
    {
      because: 'presents the proofs of the keys that sent the commands; ends all keys of a customer',
      may: 'execute',
      on: 'act_by_key revoke_api_keys',
    },
    {
      because: 'computes the size of an order and what it is sure to cost, for mandates as they are now',
      may: 'execute',
      on: 'api_order_cost api_order_size',
    },
  ],
  functions: {
    'order_let_in_without_keys(of_book, of_order)': 'guards',
    'definer act_by_key(books, keys, proofs)': 'records which keys act in a transaction, by their proofs',
    'definer api_amendment_within()': 'guards',
    'definer api_fill_counts()': 'counts what the fills of keys took in and paid',
    'definer api_key_holds()': 'guards',
    'definer api_key_use_now()': 'guards',
    'definer api_order_by_key()': 'guards',
    'definer api_order_within()': 'guards',
    'definer api_waiting_holds()': 'guards',
    'definer customer_ends_api_keys()': 'ends keys with the password, or with the account',
    'definer keyed_now()': 'reads',
    'definer revoke_api_keys(of_customer)': 'ends keys',
    'amend_let_in(of_book, of_order, of_version)': 'guards',
    'api_order_cost(of_order)': 'computes',
    'api_order_size(of_order)': 'computes',
    'keyed_for(of_book, of_symbol)': 'guards',
  },
  triggers: {
    'api_key.begun_in_session': 'made in a session of its customer',
    'api_key.api_key_holds': 'its instruments exist, its mandate never changes, and it is revoked once',
    'api_key.api_key_kept': 'history',
    'api_key.api_key_zz_current_key': 'nothing is sealed with a key of the vault that was replaced',
    'api_key_use.api_key_use_now': 'a use is noted now',
    'api_amendment.api_amendment_append_only': 'history',
    'api_amendment.api_amendment_by_key': 'an amendment names a key only by the key’s own proof',
    'api_amendment.api_amendment_within': 'an amendment by a key is of its own order, and within its mandate',
    'api_order.api_order_append_only': 'history',
    'api_order.api_order_by_key': 'an order names a key only by the key’s own proof',
    'api_waiting.api_waiting_kept': 'history',
    'api_waiting.api_waiting_transition': 'it goes its ways alone',
    'api_waiting.api_waiting_holds': 'it begins by its key, and is confirmed in time',
    'api_waiting.changed_in_session': 'answered in a session of its customer',
    'customer.customer_ends_api_keys': 'a new password and a closed account end all keys',
    'spot_fill.api_fill_counts': 'counts what the fills of keys took in and paid',
    'spot_order.api_order_within': 'an order that names a key is within its mandate',
  },
};
