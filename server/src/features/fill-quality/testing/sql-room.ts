/** Other modules' tables that the feature `fill-quality` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/fill-quality',
  reads: [
    {
      tables: 'spot_order spot_fill position option_ticket',
      because: 'the list has every fill and ended ticket, as its row has it',
    },
    {
      tables: 'command_record',
      because: 'a record counts the orders that were refused at once',
    },
    {
      tables: 'tape tape_minute',
      because:
        'statistics compare a refused order with the price a minute later, and add up the time without quotes',
    },
    {
      tables: 'ledger_seal journal_seal tlog_entry',
      because: 'a list belongs to a root of the ledger, and its hash is in the public log',
    },
  ],
};
