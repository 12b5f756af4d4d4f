/** Other modules' tables that the feature `recurring` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/recurring',
  reads: [
    {
      tables: 'leader',
      because: 'the leader records the feed, which decides whether a quote could be bought at',
    },
    { tables: 'signed_in', because: 'a customer can change a plan only in their own session' },
    {
      tables: 'spot_order spot_fill',
      because: 'a purchase takes its outcome from its order, and its price and fee from the fill',
    },
  ],
};
