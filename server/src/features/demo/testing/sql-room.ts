/** Other modules' tables that the feature `demo` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/demo',
  writes: [{ tables: 'customer invite_code', because: 'example customers are created at the first start' }],
};
