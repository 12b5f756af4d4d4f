/** The tables of the feature `stops` that others read, and those of others that it reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/stops',
  open: {
    tables: 'emergency_stop',
    because: 'whoever accepts an order or pays out asks whether that is stopped, and it is published',
  },
  reads: [
    {
      tables: 'exchange option_ticket position spot_fill',
      because: 'the audit looks for what was opened during a stop',
    },
    {
      tables: 'audit clock',
      because: 'the audit finds the record of each stop, and its end by the market clock',
    },
    { tables: 'operator', because: 'a treasurer or an admin begins a stop and approves its end' },
    {
      tables: 'tape tape_head',
      because: 'a stop is of an instrument that exists, and of entries made after it began',
    },
  ],
};
