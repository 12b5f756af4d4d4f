/**
 * A source whose rows can't be appended delays no other. It is recorded with its error, and continues once the row is
 * corrected.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('select * from tlog_append(5000)');
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const manifest = (number: number) =>
  owner.query(
    `insert into tlog_manifest (number, hash, text, time_ms) values ($1, sha256($2::text::bytea), $2, 1)`,
    [number, `file ${number}`],
  );
const appended = async (): Promise<string[]> => {
  const added = await owner.query<{ index: string }>('select index from tlog_append(5000)');
  const { rows } = await owner.query<{ kind: string; key: string }>(
    'select kind, key from tlog_entry where index = any ($1) order by index',
    [added.rows.map(({ index }) => index)],
  );
  return rows.map(({ kind, key }) => `${kind} ${key}`);
};
const stuck = async () => (await owner.query('select kind, tries, error from tlog_stuck')).rows;
const source = (sql: string) =>
  owner.query(`create or replace function tlog_due_test(at_most int) returns table (key text, "position" bigint, book bigint, text text)
    language plpgsql volatile as $$ begin return query ${sql}; end $$`);
const retryNow = () => owner.query('update tlog_stuck set next_ms = 0, since_ms = 0');

/** Rows 1 to 20; the value of each becomes its position. */
const ROWS = `select n::text, n, null::bigint, 'text ' || %s from generate_series(1::bigint, 20) n where n > tlog_reached('test', n::text) limit at_most`;
const rows = (text: string) => ROWS.replace('%s', text);

test('appends the entries before an unreadable row and those of all other sources, and the rest once the row is corrected', async () => {
  await source(rows('10 / (13 - n)'));
  await owner.query(`insert into tlog_source (kind, due, ordinal) values ('test', 'tlog_due_test', -1)`);
  await manifest(1);
  const first = await appended();
  expect(first.filter((one) => one.startsWith('app'))).toEqual(['app ']);
  expect(first.filter((one) => one.startsWith('test')).length).toBeGreaterThan(0);
  expect(await stuck()).toEqual([{ kind: 'test', tries: 1, error: '22012: division by zero' }]);

  const before = first.filter((one) => one.startsWith('test'));
  for (let attempt = 0; attempt < 20 && before.length < 12; attempt += 1) {
    await retryNow();
    before.push(...(await appended()));
  }
  expect(before).toEqual(Array.from({ length: 12 }, (_, at) => `test ${at + 1}`));
  await retryNow();
  expect(await appended()).toEqual([]);
  await manifest(2);
  expect(await appended()).toEqual(['app ']);

  await source(rows('n'));
  const after: string[] = [];
  for (let attempt = 0; attempt < 40 && (await stuck()).length > 0; attempt += 1) {
    await retryNow();
    after.push(...(await appended()));
  }
  expect(after).toEqual(Array.from({ length: 8 }, (_, at) => `test ${at + 13}`));
});

test('appends a list of the app’s files even if a list with a greater number is already logged', async () => {
  await manifest(1000);
  expect(await appended()).toEqual(['app ']);
  await manifest(999);
  expect(await appended()).toEqual(['app ']);
  expect(await appended()).toEqual([]);
});

test.each([
  ['returns no text', `select 'x', 1::bigint, null::bigint, null::text`],
  ['repeats an entry', `select '1', 1::bigint, null::bigint, 'again'`],
  ['names a column that is gone', 'select gone from tlog_source'],
])('continues with the other sources if one %s', async (_, sql) => {
  await source(sql);
  await manifest(2000 + (await nextManifest()));
  expect(await appended()).toEqual(['app ']);
  expect((await stuck()).map(({ kind }: { kind: string }) => kind)).toEqual(['test']);
  await owner.query('delete from tlog_stuck');
});

test('cuts off a source that exceeds the statement’s time limit, and appends the others', async () => {
  await source(`select 'slow', 1::bigint, null::bigint, 'x' from pg_sleep(5)`);
  await manifest(2000 + (await nextManifest()));
  await owner.query('set statement_timeout = 500');
  expect(await appended()).toEqual(['app ']);
  await owner.query('set statement_timeout = 0');
  expect(await stuck()).toEqual([
    { kind: 'test', tries: 1, error: '57014: canceling statement due to statement timeout' },
  ]);
  // The source is retried only a second later, and until then delays no other source.
  expect(await appended()).toEqual([]);
});

async function nextManifest(): Promise<number> {
  const { rows: found } = await owner.query<{ n: number }>('select count(*)::int as n from tlog_manifest');
  return found[0]?.n ?? 0;
}
