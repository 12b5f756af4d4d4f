/** Other modules' tables that the feature `fund` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/fund',
  reads: [
    {
      tables: 'strategy_clock strategy_trade strategy_report',
      because: 'a published day must equal the bookings of the strategy',
    },
  ],
  writes: [
    { tables: 'counter', because: 'a day that is not covered closes the fund in the same transaction' },
  ],
};
