/**
 * The calls that each account standing allows, according to the call table: a frozen customer can read, close and protect; a
 * locked one can do nothing.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { callOver } from '@candor/testing/identity-door.ts';
import type { CustomerStatus } from '../identity/sessions/session-store.ts';
import type { Handlers } from '../calls/handler.ts';
import { createHttp } from './server.ts';

let app: FastifyInstance;
let status: CustomerStatus = 'active';

beforeAll(async () => {
  const passed = Object.keys(calls).map((name) => [name, () => Promise.resolve(refuse('try_again'))]);
  app = await createHttp({
    handlers: Object.fromEntries(passed) as Handlers,
    sessions: { find: () => ({ id: 1n, customer: 100_001n, status, expiresMs: Number.MAX_SAFE_INTEGER }) },
    mode: 'demo',
    now: () => 0,
    rates: { addressPerMinute: 1_000_000, customerPerMinute: 1_000_000 },
    onError: (error) => expect.fail(error.message),
    webRoot: undefined,
    ready: () => true,
  });
});
afterAll(() => app.close());

const rows = (Object.entries(calls) as [CallName, CallRow][]).filter(([, { who }]) => who === 'customer');

async function refusalOf(name: CallName): Promise<string | undefined> {
  const { body } = await callOver(app, name, { token: 'a'.repeat(43) });
  return body.type === 'ok' ? undefined : body.error;
}

it.each(rows)('allows %s to exactly the standings that its row lists', async (name, row) => {
  status = 'frozen';
  const mayFrozen = name.startsWith('GET ') || row.whenFrozen === true;
  expect((await refusalOf(name)) === 'account_frozen').toBe(!mayFrozen);
  status = 'locked';
  expect((await refusalOf(name)) === 'account_locked').toBe(name !== 'POST user/logout');
  status = 'closed';
  expect(await refusalOf(name)).toBe('session_ended');
});

it('lets a frozen customer close, cancel and protect positions, but open none', () => {
  const frozen = rows.filter(([name, row]) => row.whenFrozen === true && !name.startsWith('GET '));
  const names = frozen.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'POST lever/close',
      'POST lever/setstop',
      'POST lever/cancel',
      'POST order/cancel',
    ]),
  );
  for (const opens of [
    'POST coin/trade',
    'POST lever/submit',
    'POST lever/whsubmit',
    'POST microtrade/submit',
  ]) {
    expect(names).not.toContain(opens);
  }
});
