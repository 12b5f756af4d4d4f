/** Other modules' tables that the feature `access` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/access',
  writes: [
    {
      tables: 'operator operator_key operator_session operator_reset',
      because: 'an operator manages their own password, passkeys and sessions',
    },
  ],
};
