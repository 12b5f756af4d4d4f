/** Tables of others that webhooks read, with the reason for each. */
import type { SqlRoom } from '@candor/testing/sql-room.ts';

export const sqlRoom: SqlRoom = { name: 'features/webhooks' };
