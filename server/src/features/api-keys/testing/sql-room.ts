/** Other modules' tables that the feature `api-keys` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/api-keys',
  reads: [
    {
      tables: 'spot_order',
      because: 'an order that names a key is within its mandate, as are the costs of its open orders',
    },
    {
      tables: 'tape tape_head',
      because:
        'a key is for instruments that exist; the size of an order is at the newest prices, and the loss of a day at those and the ones of midnight',
    },
    {
      tables: 'balance',
      because: 'what a key bought and its customer no longer has is no loss of the key',
    },
  ],
};
