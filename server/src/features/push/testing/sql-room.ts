/** Other modules' tables that the feature `push` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/push',
  reads: [
    { tables: 'notification_choice', because: 'a customer who disabled pushes of a topic gets none' },
    { tables: 'session', because: 'a browser gets pushes as long as its session is valid' },
  ],
  writes: [{ tables: 'notice', because: 'a message is marked once its recipients were determined' }],
};
