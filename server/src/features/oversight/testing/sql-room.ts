/** Other modules' tables that the feature `oversight` reads or writes, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/oversight',
  reads: [
    {
      tables: 'withdrawal withdrawal_address',
      because: 'an alarm is about addresses that several customers pay to',
    },
    { tables: 'tlog_progress tlog_stuck', because: 'an alarm is about a public log that does not go on' },
    { tables: 'engine_set_aside', because: 'an alarm is about a trigger that stays busy' },
    { tables: 'chat_conversation', because: 'the record of a read conversation names its customer' },
    {
      tables: 'operator_cap operator_hour operator_pace operator_word',
      because: 'it watches how often operators act',
    },
  ],
  writes: [{ tables: 'guard_approval', because: 'two operators approve the end of a freeze in the console' }],
};
