/** Other modules' tables that the feature `transparency` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = {
  name: 'features/transparency',
  reads: [{ tables: 'option_ticket', because: 'everybody can see which options were voided, and why' }],
};
