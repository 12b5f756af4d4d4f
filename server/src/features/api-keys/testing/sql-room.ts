/** Tables of others that API keys read, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/api-keys',
  reads: [
    {
      tables: 'spot_order',
      because: 'an order that names a key is within its mandate',
    },
    {
      tables: 'tape tape_head',
      because: 'the size of an order and the loss of a day are at the newest prices',
    },
    {
      tables: 'recurring_purchase',
      because: 'outside a session, orders are placed by keys and for due purchases only',
    },
  ],
};
