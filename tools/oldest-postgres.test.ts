/**
 * A server on the oldest supported PostgreSQL, as a separate process on a separate database: it creates the schema, serves
 * each kind of trade, pays a withdrawal that operators decide, and its books are in order.
 */
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerAt, tradeOneOfEach, withdrawAndPay } from '@candor/testing/one-of-each.ts';
import { ask, auditOf, serveOn, startOwnDatabase } from './database/own-database.ts';
import type { OwnDatabase } from './database/own-database.ts';
import { postgresBin } from './database/programs.ts';

let database: OwnDatabase;
const data = mkdtempSync(join(tmpdir(), 'candor-oldest-'));

beforeAll(async () => {
  database = await startOwnDatabase(postgresBin());
});
afterAll(async () => {
  await database.stop();
  rmSync(data, { recursive: true, force: true });
});

test('serves an order, a position, an option and a withdrawal, and keeps all invariants', async () => {
  const [version] = await ask<{ number: number }>(
    database.url('owner'),
    `select current_setting('server_version_num')::int / 10000 as number`,
  );
  console.info(`PostgreSQL ${version?.number}`);
  // A later version would prove nothing about the oldest one.
  expect(version?.number).toBe(15);
  const server = await serveOn(database.url, { data });
  const customer = await customerAt(server.origin);
  await tradeOneOfEach(customer);
  expect(await withdrawAndPay(customer, server, database.url('owner'))).toBe('success');
  await expect
    .poll(() => ask(database.url('owner'), `select from option_ticket where status = 'open'`), {
      timeout: 90_000,
      interval: 1000,
    })
    .toEqual([]);
  await expect
    .poll(() => auditOf(database.url('app')), { timeout: 60_000, interval: 1000 })
    .toContain('Every invariant holds.');
  server.process.kill('SIGTERM');
  expect(await server.ended, server.printed()).toBe(0);
  // No setting, function or type was missing at run time.
  expect(server.printed()).not.toMatch(/does not exist|unrecognized|syntax error/);
});

test('parses the body of every function', async () => {
  const owner = new pg.Client({ connectionString: database.url('owner') });
  await owner.connect();
  const { rows } = await owner.query<{ made: string }>(
    `select pg_get_functiondef(oid) as made from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  );
  expect(rows.length).toBeGreaterThan(250);
  // One after the other, over one connection.
  // oxlint-disable-next-line no-await-in-loop
  for (const { made } of rows) await owner.query(made);
  await owner.end();
});
