/** Makes every call with a key of each scope. A key may make only calls that name a scope, and only if the key has that scope. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallRow } from '@candor/protocol/call.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { calls } from '@candor/protocol/features.ts';
import { openKeyed } from './testing/keyed-server.ts';
import type { TestKey } from './testing/signed-call.ts';

let world: Awaited<ReturnType<typeof openKeyed>>;
let keys: Readonly<Record<'read' | 'trade', TestKey>>;

beforeAll(async () => {
  world = await openKeyed();
  keys = { read: await world.make({ scopes: ['read'] }), trade: await world.make({ scopes: ['trade'] }) };
});
afterAll(() => world.server.stop());

const rows = (Object.entries(calls) as [CallName, CallRow][]).filter(([, { who }]) => who !== 'visitor');

/** Every call that a key may make. Add one only after a deliberate decision, because a thief of the key can make it too. */
test('allows keys to make exactly these calls', () => {
  const open = rows.flatMap(([name, { scope }]) => (scope === undefined ? [] : [`${scope}: ${name}`]));
  expect(open.toSorted()).toEqual([
    'read: GET coin/list',
    'read: GET order/amendments',
    'read: GET portfolio/history',
    'read: GET portfolio/value',
    'read: GET receipts/orders',
    'read: GET wallet/accumulated',
    'read: GET wallet/history',
    'read: GET wallet/journal',
    'read: GET wallet/ledger',
    'read: POST wallet/detail',
    'read: POST wallet/get_info',
    'read: POST wallet/list',
    'trade: POST coin/trade',
    'trade: POST order/amend',
    'trade: POST order/cancel',
    'trade: POST order/cancel_all',
    // Each order of a batch also needs the scope of its own call.
    'trade: POST orders/batch',
  ]);
});

test.each(rows)('accepts %s only from a key with its scope', async (name, { scope, takesFile }) => {
  for (const has of ['read', 'trade'] as const) {
    const { type, error } = await world.by(keys[has], name);
    const isClosed = error === 'api_scope_missing';
    // A call that takes a file rejects every other body, whatever the key's scope.
    if (takesFile === true) expect(type).toBe('error');
    else expect([has, isClosed]).toEqual([has, scope !== has]);
  }
});
