/** The API call for several orders in one request. */
import * as batches from './schemas.ts';
import { call } from '../call.ts';

export const batchCalls = {
  'POST orders/batch': call({
    who: 'customer',
    summary:
      'Makes up to twenty calls that open, change or end a trade, one after another, each with its own key, answer and receipt. A refused one doesn’t stop the others.',
    input: batches.batchInput,
    output: batches.batchOutput,
    refusals: [],
    idempotent: true,
    scope: 'trade',
    makesCalls: true,
    whenFrozen: true,
    touches: ['spot orders', 'positions', 'tickets', 'wallets'],
  }),
};
