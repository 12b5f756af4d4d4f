/** The API call for several orders in one request. */
import * as batches from './schemas.ts';
import { call } from '../call.ts';

export const batchCalls = {
  'POST orders/batch': call({
    who: 'customer',
    reference: {
      section: 'Several orders at once',
      title: 'Send a batch of orders',
      examples: {
        two: {
          summary: 'Cancel one order and place another',
          value: {
            orders: [
              { call: 'POST order/cancel', fields: { id: '4711' } },
              {
                call: 'POST coin/trade',
                fields: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.002', price: '50000' },
                idempotency_key: 'rung-7-place',
              },
            ],
          },
        },
      },
    },
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
