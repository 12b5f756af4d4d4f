/** Tables of others that receipts read, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/receipts',
  reads: [
    { tables: 'tlog_entry', because: 'a receipt says where its batch is in the public log' },
    { tables: 'checkpoint', because: 'the audit takes the platform’s keys from what they signed' },
    { tables: 'answer', because: 'the audit compares each promise with the answer that was given' },
  ],
  writes: [{ tables: 'tlog_source', because: 'batches and keys come into the public log' }],
};
