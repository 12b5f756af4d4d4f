/** Visitors' conversations are deleted after a month, and the database rejects every other deletion of messages. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { forgetVisitors } from './forgetting.ts';
import { appendMessage, conversationOf, openConversation } from './store.ts';
import { keepPicture } from './pictures.ts';
import { Vault } from '../../identity/secrets/vault.ts';
import { DAY_MS } from '@candor/domain/time.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function visitorAt(nowMs: number): Promise<bigint> {
  const party = { kind: 'visitor', hash: randomBytes(32) } as const;
  await openConversation(pool, party, { language: 'en', nowMs });
  const conversation = (await conversationOf(pool, party))?.id;
  if (conversation === undefined) throw new Error('expected an open conversation of the visitor, found none');
  const picture = { bytes: randomBytes(500), width: 2, height: 2 };
  const id = await keepPicture(
    { pool, vault: new Vault(Buffer.alloc(32, 7)) },
    { conversation, picture, nowMs },
  );
  const message = { conversation, sender: 'visitor', language: 'en', picture: id, nowMs } as const;
  await appendMessage(pool, { ...message, clientId: crypto.randomUUID(), text: 'hello' });
  return conversation;
}

const left = async () =>
  (await pool.query<{ id: string }>('select c.id from chat_conversation c order by 1')).rows.map(({ id }) =>
    BigInt(id),
  );

test('deletes conversations older than a month with their messages and images, and keeps newer conversations', async () => {
  const nowMs = Date.now();
  const old = [await visitorAt(nowMs - 40 * DAY_MS), await visitorAt(nowMs - 31 * DAY_MS)];
  const young = [await visitorAt(nowMs - 29 * DAY_MS), await visitorAt(nowMs)];
  expect(await forgetVisitors(pool, 1)).toBe(old.length);
  expect(await left()).toEqual(young);
  const rows = await pool.query(
    `select (select count(*) from chat_message) + (select count(*) from chat_picture) as n`,
  );
  expect(rows.rows).toEqual([{ n: String(2 * young.length) }]);
  expect(await forgetVisitors(pool)).toBe(0);
});

test.each(['delete from chat_message', 'delete from chat_answer', 'delete from chat_conversation'])(
  'rejects "%s" from the serving role, whatever settings its session has',
  async (sql) => {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      await connection.query(`select set_config('candor.forgetting', 'visitors', true)`);
      await expect(connection.query(sql)).rejects.toThrow(/permission denied|append-only/);
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  },
);
