/** Other modules' tables that the feature `chat` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/chat',
  reads: [
    {
      tables: 'session',
      because: 'a worker, to which no devices connect, reminds by mail only customers who are not there',
    },
  ],
};
