/** Other modules' tables that the feature `settings` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/settings',
  reads: [
    {
      tables: 'deposit loan',
      because: 'the audit checks that a closed account has no waiting rows',
    },
    { tables: 'credit_change', because: 'a customer sees how the score was computed' },
  ],
  writes: [{ tables: 'notification_choice', because: 'a customer chooses their notifications' }],
};
