/** Other modules' tables that the feature `spot` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/spot',
  reads: [
    { tables: 'signed_in', because: 'an order is placed in a session of its customer' },
    { tables: 'api_order api_key', because: 'the list of orders names the API key that placed each' },
  ],
  writes: [{ tables: 'check_due', because: 'notes filled orders for their check at commit' }],
};
