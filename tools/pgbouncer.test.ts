/**
 * A server through PgBouncer with the configuration of `deploy`, in both of its modes: with connections of its own, and with
 * connections that it shares among transactions. Customers trade, every acknowledged order exists once, and the books are in order.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderLoad } from '@candor/testing/order-load.ts';
import { settleLogins, startBouncer } from './database/bouncer.ts';
import type { Bouncer } from './database/bouncer.ts';
import { customerAt, tradeOneOfEach } from '@candor/testing/one-of-each.ts';
import { ask, auditOf, serveOn, startOwnDatabase } from './database/own-database.ts';
import type { Login, OwnDatabase } from './database/own-database.ts';
import { pgbouncer, postgresBin } from './database/programs.ts';

const LOAD_MS = 4000;
let database: OwnDatabase;
let bouncer: Bouncer;
const data = mkdtempSync(join(tmpdir(), 'candor-bouncer-data-'));

beforeAll(async () => {
  database = await startOwnDatabase(postgresBin());
  bouncer = await startBouncer(pgbouncer(), database);
});
afterAll(async () => {
  await bouncer.stop();
  await database.stop();
  rmSync(data, { recursive: true, force: true });
});

type Way = { readonly url: (login: Login) => string; readonly env?: Readonly<Record<string, string>> };

/** Shares connections only among transactions that allow it. All other work gets a connection of its own. */
const shared = (): Way => ({
  url: (login) =>
    login === 'owner' || login === 'guard' ? bouncer.sessionUrl(login) : bouncer.sharedUrl(login),
  env: { DATABASE_SESSION_URL: bouncer.sessionUrl('door') },
});

async function tradesThrough({ url, env = {} }: Way): Promise<void> {
  const server = await serveOn(url, { data, env });
  await tradeOneOfEach(await customerAt(server.origin));
  const load = new OrderLoad(server.origin);
  await load.start();
  await delay(LOAD_MS);
  await load.stop();
  expect(load.unexpected).toEqual([]);
  expect(load.acknowledged.length).toBeGreaterThan(20);
  for (const order of load.acknowledged.slice(0, 20)) expect(await load.repeat(order)).toBe(order.order);
  const rows = await ask<{ id: string }>(database.url('owner'), 'select id from spot_order');
  const kept = new Set(rows.map(({ id }) => id));
  const acknowledged = load.acknowledged.map(
    ({ order }) => (JSON.parse(order) as { message: { id: string } }).message.id,
  );
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  await expect
    .poll(() => auditOf(database.url('app')), { timeout: 60_000, interval: 1000 })
    .toContain('Every invariant holds.');
  server.process.kill('SIGTERM');
  expect(await server.ended, server.printed()).toBe(0);
  expect(server.printed()).not.toMatch(/does not exist|already exists|failed to commit/);
  console.info(`${load.acknowledged.length} orders acknowledged`);
}

test('serves and migrates with connections of its own (session pooling)', async () => {
  await tradesThrough({ url: bouncer.sessionUrl });
});

test('rejects shared connections that lack the settings of their login', async () => {
  const { url, env = {} } = shared();
  await expect(serveOn(url, { data, env })).rejects.toThrow(
    /expected .* to be .* for the login candor_(?:door|app|tape), found .*; apply deploy\/pgbouncer\/settings.sql/,
  );
});

test('serves with connections that change with each transaction (transaction pooling)', async () => {
  await settleLogins(database);
  await ask(bouncer.sessionUrl('owner'), 'select 1');
  // Reconnects, because PgBouncer's connections were opened before the settings were stored.
  await ask(
    database.superUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename like 'candor%'`,
  );
  // A setting made by one client must not remain for the next one, which may be the server.
  await ask(bouncer.sharedUrl('app'), 'set synchronous_commit = off');
  const next = await ask<{ synchronous_commit: string }>(bouncer.sharedUrl('app'), 'show synchronous_commit');
  expect(next).toEqual([{ synchronous_commit: 'on' }]);
  await tradesThrough(shared());
  const slots = await ask<{ slots: number }>(
    database.url('owner'),
    'select count(distinct slot)::int as slots from counter',
  );
  expect(slots[0]?.slots).toBeGreaterThan(1);
});
