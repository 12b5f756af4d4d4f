/** Other modules' tables that the feature `house` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/house',
  writes: [
    {
      tables: 'operator operator_session operator_tie',
      because: 'admins add operators, change roles, end sessions and record conflicts of interest',
    },
  ],
};
