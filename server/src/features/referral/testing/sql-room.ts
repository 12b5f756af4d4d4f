/** Other modules' tables that the feature `referral` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/referral',
  reads: [
    { tables: 'fund_payment', because: "a share is a part of the fund's payment to the invited friend" },
    { tables: 'invite_code', because: 'the code shows who invited a customer' },
    {
      tables: 'session withdrawal_address',
      because: 'customers who share a device or an address earn no shares',
    },
  ],
};
