/** Other modules' tables that the feature `experience` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/experience',
  reads: [
    {
      tables: 'option_ticket position',
      because: 'the turnover of credit is the amount traded with it, in options and with leverage',
    },
  ],
};
