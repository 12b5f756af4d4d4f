/** Other modules' tables that the feature `loans` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/loans',
  reads: [
    { tables: 'deposit', because: 'a reviewer sees the deposits of a customer' },
    { tables: 'stored_file', because: "the pictures of a loan must be the customer's own and unused" },
  ],
  writes: [
    {
      tables: 'stored_file',
      because: 'the database itself attaches pictures to the loan and releases them',
    },
    { tables: 'credit_change', because: 'a repaid loan raises the score' },
  ],
};
