/** Other modules' tables that the feature `bank-card` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/bank-card',
  writes: [{ tables: 'customer', because: "binding a card changes the account's security settings" }],
};
