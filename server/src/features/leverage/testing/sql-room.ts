/** Other modules' tables that the feature `leverage` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/leverage',
  reads: [{ tables: 'position', because: 'leverage cannot be disabled while positions are open' }],
  writes: [{ tables: 'customer', because: 'whether an account may use leverage is stored in its row' }],
};
