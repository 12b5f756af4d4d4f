/** Other modules' tables that the feature `watchlists` reads, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = { name: 'features/watchlists' };
