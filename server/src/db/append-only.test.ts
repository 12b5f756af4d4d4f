/**
 * Records are immutable: the serving role has no privilege to change them, and a trigger stops roles that have that privilege.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let server: pg.Client;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  server = new pg.Client({ connectionString: database.url });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await Promise.all([server.connect(), owner.connect()]);
});
afterAll(async () => {
  await Promise.all([server.end(), owner.end()]);
  await database.drop();
});

/** Each append-only table, with one of its columns to update. */
const kept = [
  ['audit', 'reason'],
  ['journal', 'kind'],
  ['tape', 'last'],
  ['custody_statement', 'amount'],
  ['terms', 'body'],
  ['exchange', 'to_amount'],
  ['operator_tie', 'person'],
  ['security_event', 'kind'],
  ['credit_change', 'reason'],
  ['chat_message', 'text'],
  ['chat_answer', 'operator'],
  ['chat_evidence', 'body'],
  ['chat_canned', 'text'],
] as const;

describe.each(kept)('the append-only table %s', (table, column) => {
  const changes = [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ];

  it.each(changes)('rejects a statement of the server role: %s', async (change) => {
    await expect(server.query(change)).rejects.toThrow(/permission denied/);
  });

  it.each(changes)('rejects a statement of the owner while the trigger is enabled: %s', async (change) => {
    await expect(owner.query(change)).rejects.toThrow(/append-only/);
  });
});

it('lets a batch of receipts be marked as logged once, and rejects every other change to it', async () => {
  await owner.query(`insert into receipt_batch (number, at_ms, accepted_ms, heads, leaves, root, signature)
    values (1, 1, 1, 'BTC/USDT|1', decode(repeat('00', 65), 'hex'), decode(repeat('00', 32), 'hex'), decode(repeat('00', 64), 'hex'))`);
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'receipt_batch' and column_name <> 'logged'`,
  );
  expect(rows.length).toBeGreaterThan(4);
  for (const { name } of rows)
    await expect(owner.query(`update receipt_batch set logged = true, ${name} = ${name}`)).rejects.toThrow(
      /append-only/,
    );
  const mark = `update receipt_batch set logged = true`;
  await expect(owner.query(`update receipt_batch set logged = false`)).rejects.toThrow(/append-only/);
  await owner.query(mark);
  await expect(owner.query(mark)).rejects.toThrow(/append-only/);
  await expect(owner.query(`update receipt_batch set logged = false`)).rejects.toThrow(/append-only/);
});

it('denies the server role the rights to disable a trigger and to switch roles', async () => {
  for (const statement of [
    'alter table audit disable trigger audit_append_only',
    'drop trigger journal_append_only on journal',
    'set session authorization candor_owner',
    'set session_replication_role = replica',
  ]) {
    await expect(server.query(statement)).rejects.toThrow(/must be|permission denied|does not exist/);
  }
});
