/**
 * The minutes of records in the log: a record that commits too late is rejected, or found by the audit, and no minute's
 * refusals are hidden.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { verifyLog } from '../proofs/tlog/verify-log.ts';

let database: TestDatabase;
let owner: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  owner = createPool(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const insert = (agoMs: number): Promise<unknown> =>
  owner.query(
    `insert into command_record (at_ms, market_ms, commands, packed)
      values (floor(extract(epoch from clock_timestamp()) * 1000) - $1::bigint, 1, 1, 'x')`,
    [agoMs],
  );
const recordViolations = async (): Promise<readonly string[]> =>
  (await verifyLog(owner)).map(({ detail }) => detail).filter((detail) => detail.includes('records'));

test('commits a record with the current time, but rejects one from sixteen seconds ago', async () => {
  await insert(0);
  await expect(insert(16_000)).rejects.toMatchObject({ code: '40001', constraint: 'command_record_in_time' });
});

test('rejects a record if too much time passes between its insertion and the commit', async () => {
  await owner.query('begin');
  await insert(14_500);
  await owner.query('select pg_sleep(0.7)');
  await expect(owner.query('commit')).rejects.toThrow('was committed more than fifteen seconds late');
  await owner.query('rollback');
});

test('the audit finds a record that was added to a closed minute while triggers were disabled', async () => {
  // The middle of a minute, so that both records belong to the same minute.
  const middleMs = Math.floor(Date.now() / 60_000) * 60_000 - 270_000;
  const late = async (agoMinutes: number): Promise<void> => {
    await owner.query('set session_replication_role = replica');
    await insert(Date.now() - middleMs + agoMinutes * 60_000);
    await owner.query('set session_replication_role = default');
  };
  await late(0);
  await owner.query('select tlog_append(1000)');
  expect(await recordViolations()).toEqual([]);
  await late(0);
  expect(await recordViolations()).toEqual([
    expect.stringContaining('of kind records is not the text of its row'),
  ]);
  await late(5);
  expect(await recordViolations()).toHaveLength(2);
});

test('a minute with more kinds of refusals than an entry holds has several entries, which the audit accepts', async () => {
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into command_record (at_ms, market_ms, commands, packed, refused)
      select floor(extract(epoch from clock_timestamp()) * 1000) - 120000, 1, 2000, 'y', array_agg('spot||' || repeat('x', 10) || '|'
        || repeat('r', 50) || translate(to_char(n, 'FM0000'), '0123456789', 'abcdefghij')) from generate_series(1, 2000) n`,
  );
  await owner.query('set session_replication_role = default');
  await owner.query('select tlog_append(1000)');
  const { rows } = await owner.query<{ key: string; kinds: string }>(
    `select key, split_part(entry, '|', 3) as kinds from tlog_entry where kind = 'refused' order by index`,
  );
  expect(rows).toEqual(['', '1', '2', '3', '4'].map((key) => ({ key, kinds: '400' })));
  const violations = (await verifyLog(owner)).filter(({ detail }) => detail.includes('refused'));
  expect(violations).toEqual([]);
});
