/** Other modules' tables that the feature `dead-mans-switch` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/dead-mans-switch',
  reads: [
    { tables: 'signed_in', because: 'a customer sets their switch only in their own session' },
    { tables: 'position spot_order', because: 'a switch that has fired leaves no order resting' },
    {
      tables: 'tape tape_head',
      because: 'a switch fires at the first entry from its time on, and leaves orders whose time is over',
    },
  ],
};
