/** Other modules' tables that the feature `verification` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/verification',
  writes: [
    {
      tables: 'customer',
      because: 'the verified status and the country are stored in the row of the account',
    },
  ],
};
