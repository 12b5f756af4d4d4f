/** The operators' log on a real PostgreSQL: chained, append-only, and with a record for every change. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { openBook } from '../ledger/book.ts';
import { act } from './act.ts';
import type { OperatorCommand } from './act.ts';
import { appendRecord, newestRecords, verifyAudit } from './audit.ts';
import type { Operator } from './operators.ts';
import { appendSigned } from '@candor/testing/signing.ts';

let database: TestDatabase;
let pool: Pool;
const ada: Operator = { account: 'ada', role: 'admin', person: 'ada' };

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 12 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
}

const entry = (at: number, reason?: string) => ({
  action: 'customers.read',
  subject: `note:${at}`,
  before: {},
  after: { at, text: 'Müller, "5:x,"' },
  reason,
});

const append = (at: number, reason?: string) =>
  inTransaction(pool, (connection) =>
    appendRecord(connection, entry(at, reason), { operator: ada, nowMs: 1_000 + at }),
  );

test('verifies an empty log', async () => {
  expect(await verifyAudit(pool)).toEqual({ records: 0n, head: '0'.repeat(64), violation: undefined });
});

test('computes the first hash from the canonical form', async () => {
  await append(1, '理由');
  const [record] = await newestRecords(pool, 1);
  const after = '{"at":1,"text":"Müller, \\"5:x,\\""}';
  const head = '1:1,4:1001,3:ada,5:admin,14:customers.read,6:note:1,2:{},';
  const form = `${head}${Buffer.byteLength(after)}:${after},6:理由,`;
  expect(record?.hash).toEqual(createHash('sha256').update(Buffer.alloc(32)).update(form).digest());
});

test('chains concurrent records without a gap', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, at) => append(at + 2)));
  expect(await verifyAudit(pool)).toMatchObject({ records: 41n, violation: undefined });
});

test('leaves no gap after a rollback', async () => {
  const failed = inTransaction(pool, async (connection) => {
    await appendRecord(connection, entry(99), { operator: ada, nowMs: 1 });
    throw new Error('rollback');
  });
  await expect(failed).rejects.toThrow('rollback');
  await append(50);
  expect(await verifyAudit(pool)).toMatchObject({ records: 42n, violation: undefined });
});

test('rejects attempts of the serving role to change or forge records', async () => {
  await expect(pool.query(`update audit set reason = 'x'`)).rejects.toThrow(/permission denied/);
  await expect(pool.query('delete from audit')).rejects.toThrow(/permission denied/);
  await expect(pool.query('truncate audit')).rejects.toThrow(/permission denied/);
  await expect(pool.query(`insert into audit (seq, hash) values (1, 'x')`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(asOwner(`update audit set reason = 'x'`)).rejects.toThrow(/append-only/);
});

test('finds records that were changed by bypassing the log’s guards', async () => {
  const head = (await verifyAudit(pool)).head;
  await asOwner(`begin; alter table audit disable trigger audit_append_only;
    update audit set operator = 'sam' where seq = 7; commit`);
  expect(await verifyAudit(pool)).toMatchObject({ records: 6n, violation: 'record 7 was changed' });
  await asOwner(`update audit set operator = 'ada' where seq = 7`);
  expect(await verifyAudit(pool)).toMatchObject({ records: 42n, head, violation: undefined });
  await asOwner('delete from audit where seq = 9');
  expect(await verifyAudit(pool)).toMatchObject({ records: 8n, violation: 'record 9 is missing' });
  await asOwner('delete from audit where seq > 8; alter table audit enable trigger audit_append_only');
  // A truncated chain still verifies; only a newest hash that was noted earlier reveals the loss.
  const cut = await verifyAudit(pool);
  expect(cut.violation).toBeUndefined();
  expect(cut.head).not.toBe(head);
});

test('verifies a chain that was recomputed after a change, but reports another head', async () => {
  for (let at = 60; at < 70; at += 1) await append(at);
  const kept = await verifyAudit(pool);
  // With all privileges, an attacker can change a record and recompute every later hash.
  await asOwner(`begin; alter table audit disable trigger audit_append_only;
    update audit set reason = 'as agreed' where seq = 3;
    do $$ declare r record; h bytea := decode(repeat('00', 32), 'hex'); begin
      for r in select * from audit order by seq loop
        h := sha256(h || convert_to(audit_field(r.seq::text) || audit_field(r.time_ms::text) || audit_field(r.operator)
          || audit_field(r.role) || audit_field(r.action) || audit_field(r.subject) || audit_field(r.before)
          || audit_field(r.after) || audit_field(r.reason), 'UTF8'));
        update audit set hash = h where seq = r.seq;
      end loop; end $$;
    alter table audit enable trigger audit_append_only; commit`);
  const rewritten = await verifyAudit(pool);
  expect(rewritten).toMatchObject({ records: kept.records, violation: undefined });
  expect(rewritten.head).not.toBe(kept.head);
});

test('rejects a change of a leverage permission without a record in the same transaction', async () => {
  const customer = await openBook(pool);
  await pool.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
      registered_ms) values ($1, 'kim', 'kim', 'kim@x.example', 'kim@x.example', '', '1990-01-01', 0, 'en', 0)`,
    [customer],
  );
  const enable = 'update customer set lever_enabled = true where id = $1';
  await expect(pool.query(enable, [customer])).rejects.toThrow(/without a record/);
  const record = { ...entry(0), action: 'lever.approve', subject: `customer:${customer}` };
  const unsigned = inTransaction(pool, (at) => appendRecord(at, record, { operator: ada, nowMs: 1 }));
  await expect(unsigned).rejects.toThrow(/is not signed/);
  await inTransaction(pool, (at) => appendSigned(at, record, { account: 'ada', nowMs: 1 }));
  await expect(pool.query(enable, [customer])).rejects.toThrow(/without a record/);
  await inTransaction(pool, async (at) => {
    await appendSigned(at, record, { account: 'ada', nowMs: 1 });
    await at.query(enable, [customer]);
  });
  expect((await pool.query('select lever_enabled from customer_gate')).rows).toEqual([
    { lever_enabled: true },
  ]);
  await expect(
    pool.query('update customer set lever_enabled = false where id = $1', [customer]),
  ).rejects.toThrow(/without a record/);
});

test('commits or rolls back an action together with its record', async () => {
  const before = (await verifyAudit(pool)).records;
  const command = (fails: boolean): OperatorCommand<number, string> => ({
    roles: ['admin', 'reviewer'],
    decide: (_, at) =>
      Promise.resolve({
        ok: true,
        value: {
          answer: 'done',
          entry: entry(at),
          apply: () => (fails ? Promise.reject(new Error('failed on purpose')) : Promise.resolve()),
        },
      }),
  });
  const deps = { pool, operator: ada, now: () => 5 };
  await expect(act(deps, command(true), 60)).rejects.toThrow('failed on purpose');
  expect(
    await act(
      { ...deps, operator: { account: 'theo', role: 'treasurer', person: 'theo' } },
      command(false),
      61,
    ),
  ).toEqual({
    ok: false,
    refusal: { code: 'unauthorized' },
  });
  expect((await verifyAudit(pool)).records).toBe(before);
  expect(await act(deps, command(false), 62)).toEqual({ ok: true, value: 'done' });
  expect((await verifyAudit(pool)).records).toBe(before + 1n);
});

test('rejects a standing whose customer or reason differs from the signed one', async () => {
  const { rows } = await pool.query<{ id: string }>(`select id from customer where account = 'kim'`);
  const customer = rows[0]?.id ?? '';
  const freeze = (body: Readonly<Record<string, unknown>>) =>
    inTransaction(pool, async (at) => {
      const record = { ...entry(0), action: 'customer.freeze', subject: `customer:${customer}`, body };
      await appendSigned(at, record, { account: 'ada', nowMs: 1 });
      await at.query(
        `update customer set status = 'frozen', standing_reason = 'security_check' where id = $1`,
        [customer],
      );
    });
  for (const body of [{ customer, reason: 'own_request' }, { customer: '1', reason: 'security_check' }, {}]) {
    await expect(freeze(body)).rejects.toMatchObject({ constraint: 'standing_approved' });
  }
  await freeze({ customer, reason: 'security_check' });
});
