/** A record that commits after its minute was closed: it is refused, and the audit finds one that came in all the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { verifyLog } from '../tlog/verify-log.ts';

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

test('a record of this moment commits, and one from sixteen seconds ago does not', async () => {
  await insert(0);
  await expect(insert(16_000)).rejects.toMatchObject({ code: '40001', constraint: 'command_record_in_time' });
});

test('time passes between the insertion and the commit', async () => {
  await owner.query('begin');
  await insert(14_500);
  await owner.query('select pg_sleep(0.7)');
  await expect(owner.query('commit')).rejects.toThrow('commits more than fifteen seconds late');
  await owner.query('rollback');
});

test('the audit finds a record that came into a closed minute without the check', async () => {
  // The middle of a minute, so that both records are of the same one.
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
