/**
 * Creates the current schema in an empty database, migrates a database of the first release to it, and leaves an older database
 * untouched.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { pictureOf } from '../../../tools/schema/picture.ts';
import { restoreRelease } from '../../../tools/schema/kept-release.ts';
import { breaches } from '../app/breaches.ts';
import { createPool } from './pool.ts';
import { FIRST_RELEASE, migrate, versionRefusal } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;

beforeEach(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});

const empty = () => owner.query('drop schema public cascade; create schema public');

test('applies no migration to a database that is up to date', async () => {
  const before = await owner.query('select name, sha256, applied_at from migration order by name');
  expect(before.rows.map((row: { name: string }) => row.name)).toContain(FIRST_RELEASE);
  expect(await migrate(database.ownerUrl)).toEqual([]);
  const after = await owner.query('select name, sha256, applied_at from migration order by name');
  expect(after.rows).toEqual(before.rows);
});

test('creates the schema only once if two processes start on an empty database together', async () => {
  await empty();
  await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)]);
  const { rows } = await owner.query('select count(*)::int as lines from journal_template');
  expect(rows[0].lines).toBeGreaterThan(100);
});

test('rejects a database from before the first release and leaves it unchanged', async () => {
  await empty();
  await owner.query(
    `create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
    insert into migration (name, sha256) values ('0001-ledger.sql', 'abc');
    create table journal (book bigint, seq bigint)`,
  );
  const before = await picture();
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    `this database was made by a version before ${FIRST_RELEASE}, which this one does not read. Nothing in it was changed.`,
  );
  expect(await picture()).toBe(before);
});

test('rejects a database that a later version migrated and leaves it unchanged', async () => {
  await owner.query(`insert into migration (name, sha256) values ('9999-later.sql', 'abc')`);
  const before = await picture();
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'This database has the migration 9999-later.sql, which this version does not know. Nothing in it was changed.',
  );
  expect(await picture()).toBe(before);
});

test('migrates a database of the first release, with rows, to the schema of a new database', async () => {
  await empty();
  await migrate(database.ownerUrl);
  const wanted = await pictureOf(owner);
  await empty();
  await owner.query('grant usage on schema public to candor_app, candor_door, candor_tape');
  await restoreRelease(owner, FIRST_RELEASE);
  const { rows: before } = await owner.query('select count(*)::int as journals from journal');
  expect(before[0].journals).toBeGreaterThan(10);
  await migrate(database.ownerUrl);
  expect(await pictureOf(owner)).toEqual(wanted);
  const pool = createPool(database.ownerUrl, { max: 2 });
  expect(await breaches(pool).finally(() => pool.end())).toEqual([]);
});

test('refuses PostgreSQL before version 15', () => {
  expect(versionRefusal(140_012)).toBe(
    'This database is PostgreSQL 14; Candor needs 15 or later. Nothing in it was changed.',
  );
  expect([versionRefusal(150_000), versionRefusal(180_004)]).toEqual([undefined, undefined]);
});

test('rejects a database of another application', async () => {
  await empty();
  await owner.query('create table invoice (id bigint)');
  const before = await picture();
  await expect(migrate(database.ownerUrl)).rejects.toThrow('was made by a version before');
  expect(await picture()).toBe(before);
});

/** The result includes the time at which each row of the catalogue was written. */
async function picture(): Promise<string> {
  const { rows } = await owner.query(
    `select c.relname, c.xmin::text, c.relacl::text, array(select a.attname || a.xmin::text from pg_attribute a where a.attrelid = c.oid order by 1) as parts
      from pg_class c where c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

test('creates only functions whose bodies PostgreSQL can parse', async () => {
  const { rows } = await owner.query<{ made: string }>(
    `select pg_get_functiondef(oid) as made from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by proname`,
  );
  expect(rows.length).toBeGreaterThan(250);
  // Function bodies are not checked when the schema is created, because they refer to tables of later files. By now, all tables
  // exist.
  for (const { made } of rows) await owner.query(made);
});
