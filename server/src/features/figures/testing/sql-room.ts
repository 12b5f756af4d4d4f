/** Other modules' tables that the feature `figures` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/figures',
  reads: [
    {
      tables: 'ledger_seal journal_seal',
      because: 'journals are counted as they are sealed, each exactly once',
    },
    {
      tables: 'position option_ticket',
      because:
        'a result belongs to the product of its row; exposure is that of open rows; void options are counted',
    },
    { tables: 'open_stress house_promised', because: 'what the house may have to pay, and what covers it' },
    { tables: 'books_breach', because: 'breaches are counted by the hour' },
    { tables: 'customer', because: 'registrations are counted by the hour' },
  ],
};
