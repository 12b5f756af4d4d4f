/** Other modules' tables that the feature `receipts` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/receipts',
  reads: [
    { tables: 'tlog_entry', because: 'a receipt says where its batch is in the public log' },
    { tables: 'signing_key', because: 'the audit checks each batch with the key of its time' },
    { tables: 'session', because: 'a device’s key is registered by an open session of its customer' },
    { tables: 'answer', because: 'the audit compares each promise with the answer that was given' },
  ],
  writes: [{ tables: 'tlog_source', because: 'batches and keys come into the public log' }],
};
