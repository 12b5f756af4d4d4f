/** Other modules' tables that the feature `session` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/session',
  reads: [
    { tables: 'authenticator', because: 'a login checks whether a second factor is bound' },
    { tables: 'invite_code', because: 'a customer sees their own code' },
  ],
  writes: [{ tables: 'customer', because: 'a login stores the language of the customer' }],
};
