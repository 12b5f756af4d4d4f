import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

async function tablesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  await client.end();
  return found.rows.map((row) => row.name);
}

test('gives every test a migrated database that no other test uses', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  const client = new pg.Client({ connectionString: one.ownerUrl });
  await client.connect();
  await client.query('create table only_here (n int)');
  await client.end();
  expect(await tablesOf(one.url)).toContain('only_here');
  expect(await tablesOf(other.url)).not.toContain('only_here');
  expect(await tablesOf(other.url)).toContain('migration');
  await Promise.all([one.drop(), other.drop()]);
});
