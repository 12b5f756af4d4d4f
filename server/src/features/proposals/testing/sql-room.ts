/** Other modules' tables that the feature `proposals` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/proposals',
  writes: [
    { tables: 'proposal', because: 'the row is guarded in the schema of the audit log' },
    { tables: 'terms', because: 'terms with dual approval are published with the decision' },
  ],
};
