/** Other modules' tables that the feature `strategy` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/strategy',
  reads: [
    {
      tables: 'fund_order fund_payment',
      because: 'the income of a day is shared among orders by their time in the fund',
    },
    { tables: 'proposal', because: 'a report is valid only with dual approval' },
  ],
  writes: [
    {
      tables: 'fund_day fund_rate',
      because: 'the day is published in the command that closes its last slot',
    },
  ],
};
