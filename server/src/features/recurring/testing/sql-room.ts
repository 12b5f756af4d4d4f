/** The tables of other features that recurring purchases read, and why. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/recurring',
  reads: [
    { tables: 'leader', because: 'whether what a market told could be bought at depends on its feed' },
    { tables: 'signed_in', because: 'what a customer changes takes a session of theirs' },
    {
      tables: 'spot_order spot_fill',
      because: 'a purchase is what its order came to, and its price and fee are those of the fill',
    },
  ],
};
