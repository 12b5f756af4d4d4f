/** API calls for receipts of orders. */
import * as receipts from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const receiptCalls = {
  'POST receipts/device_key': call({
    who: 'customer',
    reference: { section: 'Receipts', title: 'Register a device key', after: 'GET receipts/batch' },
    summary:
      'Registers a public key with which this device signs orders. Registering the same key again changes nothing.',
    input: receipts.deviceKeyInput,
    output: receipts.deviceKeyOutput,
    refusals: ['device_keys_too_many'],
    cost: 5,
    idempotent: false,
    twice: 'registers the same key, which belongs to one customer',
    storesMore: true,
    whenFrozen: true,
  }),
  'GET receipts/device_keys': call({
    who: 'customer',
    reference: { section: 'Receipts', title: 'List device keys', after: 'POST receipts/device_key' },
    summary: 'The device keys of this customer, oldest first.',
    input: none,
    output: receipts.deviceKeys,
    refusals: [],
    idempotent: false,
  }),
  'GET receipts/orders': call({
    who: 'customer',
    reference: { section: 'Receipts', title: 'List signed orders' },
    summary:
      'The orders that this customer’s devices signed, newest first, each with the platform’s receipt. They show who ended an order.',
    input: receipts.ordersInput,
    output: receipts.orders,
    refusals: [],
    cost: 5,
    readsMuch: true,
    scope: 'read',
    idempotent: false,
  }),
  'GET receipts/batch': call({
    who: 'visitor',
    reference: { section: 'Receipts', title: 'Find a batch in the log' },
    summary: 'The position of a batch of receipts in the public log.',
    input: receipts.batchInput,
    output: receipts.batch,
    refusals: ['trade_not_found'],
    idempotent: false,
  }),
};
