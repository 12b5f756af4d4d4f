/** The names of a row's states, and the states that send no event. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookKinds } from '@candor/protocol/webhooks/schemas.ts';
import type { WebhookKind } from '@candor/protocol/webhooks/schemas.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The table, the status, the reason, the expected kind, and for a position the reason of its newest closing. */
const kinds: (readonly [string, string, string | null, WebhookKind | null, string?])[] = [
  ['spot_order', 'open', 'liquidity_insufficient', null],
  ['spot_order', 'filled', null, 'order.filled'],
  ['spot_order', 'cancelled', 'customer', 'order.cancelled'],
  ['spot_order', 'cancelled', 'start_over', 'order.cancelled'],
  ['spot_order', 'cancelled', 'expired', 'order.expired'],
  ['spot_order', 'cancelled', 'price_moved', 'order.refused'],
  ['position', 'pending', null, null],
  ['position', 'open', null, 'position.opened'],
  ['position', 'closing', null, null],
  ['position', 'open', null, 'position.partly_closed', 'customer'],
  ['position', 'open', null, null, 'reduce'],
  ['position', 'closed', 'close_out', 'position.closed'],
  ['position', 'cancelled', 'reduced', 'position.reduced'],
  ['position', 'cancelled', 'expired', 'position.cancelled'],
  ['position', 'cancelled', null, 'position.cancelled'],
  ['option_ticket', 'open', null, null],
  ['option_ticket', 'void', 'gap_strike', 'ticket.settled'],
  ['deposit', 'waiting', null, null],
  ['deposit', 'success', null, 'deposit.credited'],
  ['deposit', 'failed', 'rejected', null],
  ['withdrawal', 'under_review', null, 'withdrawal.changed'],
  ['loan', 'open', null, null],
];

test.each(
  kinds.map(([table, status, reason, kind, closed = null]) => [table, status, reason, kind, closed] as const),
)('names the event for %s, %s and the reason %s: %s', async (table, status, reason, kind, closed) => {
  const closes = closed === null ? [] : [{ reason: 'reduce' }, { reason: closed }];
  const found = await pool.query<{ kind: string | null }>('select webhook_kind($1, $2) as kind', [
    ...[table, JSON.stringify({ status, reason, closes })],
  ]);
  expect(found.rows).toEqual([{ kind }]);
});

test('the cases above cover every kind of event in the protocol', () => {
  expect(new Set(kinds.flatMap(([, , , kind]) => kind ?? []))).toEqual(new Set(webhookKinds));
});
