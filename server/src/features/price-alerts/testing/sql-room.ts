/** Other modules' tables that the feature `price-alerts` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/price-alerts',
  reads: [{ tables: 'signed_in', because: 'a customer can delete an alert only in their own session' }],
};
