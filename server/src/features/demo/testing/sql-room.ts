/** Other modules' tables that the feature `demo` writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/demo',
  reads: [
    { tables: 'clock_step', because: 'an invariant compares the clock with its steps' },
    { tables: 'market_run', because: 'a demo begins in the past only if its market has not begun' },
    {
      tables: 'engine_beat strategy_clock fund_order',
      because: 'its history goes on once what fell due by then has happened',
    },
  ],
  writes: [{ tables: 'customer invite_code', because: 'example customers are created at the first start' }],
};
