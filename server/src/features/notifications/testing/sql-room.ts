/** Other modules' tables that the feature `notifications` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/notifications',
  reads: [
    {
      tables: 'agreement_notice',
      because: 'a notice to all customers is one row, shown among their own notices',
    },
  ],
  writes: [
    { tables: 'notice', because: 'a message is marked as read' },
    { tables: 'agreement_notice_read', because: 'a notice to all customers is marked as read' },
  ],
};
