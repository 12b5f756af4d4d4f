/** Other modules' tables that the feature `withdrawals` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/withdrawals',
  reads: [
    {
      tables: 'withdrawal_address',
      because: 'money goes only to a usable address of the customer',
    },
    { tables: 'deposit session', because: 'a reviewer sees deposits and the devices used' },
  ],
};
