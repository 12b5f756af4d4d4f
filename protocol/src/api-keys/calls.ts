/**
 * API calls for API keys, and for orders by a key that wait for the customer's approval. Only a session makes them, never a key.
 */
import { call } from '../call.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { none, nothing } from '../fields.ts';
import * as keys from './schemas.ts';

export const apiKeysCalls = {
  'GET api_keys': call({
    who: 'customer',
    reference: { section: 'API keys', title: 'List API keys', after: 'POST api_keys/create' },
    summary: 'The customer’s API keys with their mandates and last uses, newest first.',
    input: none,
    output: keys.apiKeys,
    refusals: [],
    idempotent: false,
    reads: ['api keys'],
  }),
  'POST api_keys/create': call({
    who: 'customer',
    reference: {
      section: 'API keys',
      title: 'Make an API key',
      fields: {
        days: { about: 'After how many days the key expires, 365 at most.', like: 30 },
        kind: {
          about: '`hmac-sha256`: we make a secret. `ed25519`: you send a public key.',
          like: 'hmac-sha256',
        },
      },
      examples: {
        program: {
          summary: 'A key that may trade BTC and ETH for 30 days',
          value: {
            name: 'ladder',
            kind: 'hmac-sha256',
            scopes: ['read', 'trade'],
            symbols: ['BTC/USDT', 'ETH/USDT'],
            networks: [],
            order_max: '1000',
            loss_max: '200',
            days: 30,
            current_password: 'Demo-lena-1',
          },
        },
      },
    },
    summary: 'Makes a key. The secret of an HMAC key is in this answer and is never shown again.',
    input: keys.createInput,
    output: keys.made,
    refusals: ['api_keys_too_many', 'pair_not_found', 'amount_wrong', ...confirmationRefusals],
    cost: 10,
    idempotent: false,
    twice: 'a key whose secret nobody was shown signs nothing, and is in the list to revoke',
    storesMore: true,
    touches: ['api keys'],
  }),
  'POST api_keys/revoke': call({
    who: 'customer',
    reference: { section: 'API keys', title: 'Revoke an API key' },
    summary: 'Revokes a key for good, immediately.',
    input: keys.revokeInput,
    output: nothing,
    refusals: [...confirmationRefusals],
    idempotent: false,
    twice: 'ends what may have ended already',
    whenFrozen: true,
    touches: ['api keys', 'waiting orders'],
  }),
  'GET api_keys/waiting': call({
    who: 'customer',
    reference: { section: 'API keys', title: 'List orders that wait for you' },
    summary: 'Orders by keys that wait for the customer’s confirmation, the next to expire first.',
    input: none,
    output: keys.waitingOrders,
    refusals: [],
    idempotent: false,
    reads: ['waiting orders'],
  }),
  'POST api_keys/confirm': call({
    who: 'customer',
    reference: { section: 'API keys', title: 'Confirm a waiting order' },
    summary: 'Places a waiting order as an order of the customer, at current prices.',
    input: keys.waitingRef,
    output: keys.confirmed,
    refusals: ['api_order_over'],
    idempotent: true,
    touches: ['waiting orders', 'spot orders', 'wallets'],
  }),
  'POST api_keys/decline': call({
    who: 'customer',
    reference: { section: 'API keys', title: 'Decline a waiting order' },
    summary: 'Declines a waiting order.',
    input: keys.waitingRef,
    output: nothing,
    refusals: ['api_order_over'],
    idempotent: true,
    whenFrozen: true,
    touches: ['waiting orders'],
  }),
};
