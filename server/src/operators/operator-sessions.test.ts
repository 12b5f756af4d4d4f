/** The lifetime of an operator's token, by a clock that the test sets. */
import { MINUTE_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { LIMITS } from '../limits.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { OperatorSessions } from './operator-sessions.ts';

const from = { device: undefined, address: '10.0.0.9', agent: 'Firefox' };
let database: TestDatabase;
let pool: Pool;
let nowMs = 0;
let sessions: OperatorSessions;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
  sessions = new OperatorSessions({ pool, now: () => nowMs });
  await pool.query(
    `insert into operator (account, role, person, password_hash, created_ms)
      values ('rosa', 'reviewer', 'Rosa B.', '', 0), ('theo', 'treasurer', 'Theo C.', '', 0), ('ada', 'admin', 'Ada D.', '', 0)`,
  );
});
beforeEach(() => {
  nowMs = 1_000_000_000;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('finds the operator of a token without storing the token in the database', async () => {
  const token = await sessions.open('rosa', { ...from, device: 'a device' });
  expect((await sessions.find(token))?.operator).toEqual({
    account: 'rosa',
    role: 'reviewer',
    person: 'Rosa B.',
  });
  const { rows } = await pool.query('select s.*, encode(s.token_hash, $1) as h from operator_session s', [
    'base64',
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
  for (const wrong of ['', token.slice(1), `${token}A`, 'A'.repeat(43)]) {
    expect(await sessions.find(wrong)).toBeUndefined();
  }
});

test('expires a session after half an hour without use, and keeps one that is in use', async () => {
  const token = await sessions.open('rosa', from);
  for (let at = 0; at < 4; at += 1) {
    nowMs += 29 * MINUTE_MS;
    expect(await sessions.find(token), `after ${at}`).toBeDefined();
  }
  nowMs += 30 * MINUTE_MS;
  expect(await sessions.find(token)).toBeUndefined();
});

test('expires a session after twelve hours even if it is in use', async () => {
  const token = await sessions.open('rosa', from);
  const endMs = nowMs + LIMITS.console.validMs;
  for (nowMs += 10 * MINUTE_MS; nowMs < endMs; nowMs += 10 * MINUTE_MS) {
    expect(await sessions.find(token)).toBeDefined();
  }
  expect(nowMs).toBe(endMs);
  expect(await sessions.find(token)).toBeUndefined();
});

test('closes all sessions of an operator immediately when the operator is disabled', async () => {
  const tokens = [await sessions.open('theo', from), await sessions.open('theo', from)];
  const entry = {
    action: 'operator.disable',
    subject: 'operator:theo',
    before: {},
    after: {},
    reason: 'gone',
  };
  await inTransaction(pool, async (at) => {
    await appendSigned(at, entry, { account: 'ada', nowMs });
    await at.query(`update operator set disabled_ms = $1 where account = 'theo'`, [nowMs]);
  });
  for (const token of tokens) expect(await sessions.find(token)).toBeUndefined();
});

test('closes the oldest session when there are too many', async () => {
  const tokens: string[] = [];
  for (let at = 0; at <= LIMITS.console.operatorMax; at += 1) {
    nowMs += 1000;
    tokens.push(await sessions.open('rosa', from));
  }
  const found = await Promise.all(tokens.map((token) => sessions.find(token)));
  expect(found.map((session) => session !== undefined)).toEqual(tokens.map((_, at) => at > 0));
});
