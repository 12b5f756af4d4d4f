/** Other modules' tables that the feature `security` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/security',
  reads: [
    {
      tables: 'authenticator passkey recovery_code',
      because: "a customer sees the account's security settings",
    },
  ],
  writes: [
    { tables: 'customer', because: 'passwords, contacts and the trading password are changed here' },
    {
      tables: 'factor_reset_first',
      because: 'it records the first of two operators who confirm lost factors',
    },
  ],
};
