/** Other modules' tables that the feature `addresses` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/addresses',
  reads: [
    {
      tables: 'withdrawal_address',
      because: 'the list of withdrawal addresses shows the rows that payments declares',
    },
  ],
};
