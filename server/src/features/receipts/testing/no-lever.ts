/** The no-lever allowlist of the feature `receipts`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST receipts/device_key': ['safety', 'public_key signature'],
    'GET receipts/device_keys': ['own', ''],
    'GET receipts/orders': ['own', 'cursor'],
    'GET receipts/batch': ['published', 'number'],
  },
  columns: {
    receipt_batch: {
      ...{
        tape: 'number heads leaves',
        proof: 'root signature',
        when: 'at_ms accepted_ms',
        works: 'answers logged',
      },
    },
    signed_order: { whose: 'book batch place', asked: 'text body', proof: 'device_key signature' },
    device_key: {
      ...{ whose: 'book number session', proof: 'public_key signature', when: 'at_ms', works: 'logged' },
    },
  },
  tables: { receipt_batch: 'commands', signed_order: 'commands', device_key: 'door' },
  history: ['signed_order'],
  rights: [
    {
      because:
        'the promises of a batch of orders, and what devices signed: written once, and only the log marks what it has',
      may: 'select insert',
      on: 'signed_order',
    },
    { because: 'the same', may: 'select', on: 'receipt_batch device_key' },
    {
      because: 'the same',
      may: 'insert',
      on: `receipt_batch.number receipt_batch.at_ms receipt_batch.accepted_ms receipt_batch.heads
        receipt_batch.leaves receipt_batch.root receipt_batch.signature receipt_batch.answers
        device_key.book device_key.number device_key.public_key device_key.at_ms
        device_key.session device_key.signature`,
    },
  ],
  functions: {
    'comes_into_log()': 'guards',
    'device_key_of_session()': 'guards',
    'signed_order_in_time()': 'guards',
    'tlog_due_device_keys(at_most, key, position, book, text)': 'reads for the public log',
    'tlog_due_receipts(at_most, key, position, book, text)': 'reads for the public log',
  },
  triggers: {
    'device_key.device_key_comes_into_log': 'it stays, and comes into the log once',
    'device_key.device_key_kept': 'history',
    'device_key.device_key_of_session': 'an open session of its customer registers it',
    'receipt_batch.receipt_batch_comes_into_log': 'it stays, and comes into the log once',
    'receipt_batch.receipt_batch_stays': 'history',
    'receipt_batch.receipt_batch_kept': 'history',
    'signed_order.signed_order_append_only': 'history',
    'signed_order.signed_order_in_time': 'an old signature counts for no later order',
  },
};
