/** Other modules' tables that the feature `standing` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/standing',
  writes: [
    {
      tables: 'customer credit_change',
      because: 'operators freeze, lock and score an account, with an audit record',
    },
  ],
};
