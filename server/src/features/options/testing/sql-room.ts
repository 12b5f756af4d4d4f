/** Other modules' tables that the feature `options` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/options',
  writes: [{ tables: 'check_due', because: 'notes tickets for their checks at commit' }],
};
