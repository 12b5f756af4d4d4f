/** Other modules' tables that the feature `deposits` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/deposits',
  reads: [
    { tables: 'own_limit', because: 'the database also refuses a deposit above a self-imposed limit' },
    { tables: 'stored_file', because: "the picture of a deposit must be the customer's own and unused" },
  ],
  writes: [
    {
      tables: 'stored_file',
      because: 'the database itself attaches a picture to the deposit and releases it',
    },
  ],
};
