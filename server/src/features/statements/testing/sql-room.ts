/** Other modules' tables that the feature `statements` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/statements',
  reads: [
    {
      tables: 'option_ticket',
      because:
        'the stake of an open option is in escrow but is its owner’s, and the tax report has its results',
    },
    {
      tables: 'spot_fill exchange position house_debt',
      because: 'a cost is taken from the row that charged it, and a gain from the row that made it',
    },
    { tables: 'tape', because: 'the spread is the distance from the middle of the entry' },
  ],
};
