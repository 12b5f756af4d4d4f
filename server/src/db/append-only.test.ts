/** What is on record stays: the serving role has no right to change it, and a trigger refuses whoever has. */
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

/** Each table with a column of it. */
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

describe.each(kept)('%s', (table, column) => {
  const changes = [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ];

  it.each(changes)('%s: not by the server', async (change) => {
    await expect(server.query(change)).rejects.toThrow(/permission denied/);
  });

  it.each(changes)('%s: not by its owner either, who has to take the trigger off first', async (change) => {
    await expect(owner.query(change)).rejects.toThrow(/append-only/);
  });
});

it('lets the server neither take a trigger off nor act as somebody else', async () => {
  for (const statement of [
    'alter table audit disable trigger audit_append_only',
    'drop trigger journal_append_only on journal',
    'set session authorization candor_owner',
    'set session_replication_role = replica',
  ]) {
    await expect(server.query(statement)).rejects.toThrow(/must be|permission denied|does not exist/);
  }
});
