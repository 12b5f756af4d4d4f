/**
 * Brings a database up to date over an owner's connection, which is closed before the server starts serving. An empty database is
 * created from `server/schema` in one transaction. A database of an earlier release gets the migrations of `server/migrations`
 * that it lacks, each in its own transaction. Every start then applies `schema/always`, which covers everything that the other
 * files created.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { clientOf } from './hosts.ts';

const SCHEMA = fileURLToPath(new URL('../../schema/', import.meta.url));
const ALWAYS = `${SCHEMA}always/`;
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** An arbitrary key for the advisory lock that prevents two processes from migrating concurrently. */
const MIGRATION_LOCK = 7_305_141;

/** The first release whose databases are supported. The migrations table of such a database has a row with this name. */
export const FIRST_RELEASE = '0.2.0';

/** Thrown if a database is older than the first release, before any change to it. */
export class OlderThanKept extends Error {
  constructor(what: string) {
    super(
      `${what} was made by a version before ${FIRST_RELEASE}, which this one does not read. Nothing in it was changed. ` +
        'Move it away, or start with another --data folder or DATABASE_URL.',
    );
  }
}

/** Thrown if a later version has migrated the database, before any change to it. */
class NewerThanKnown extends Error {
  constructor(migration: string) {
    super(
      `This database has the migration ${migration}, which this version does not know. Nothing in it was changed. ` +
        'Start the version that made it, or a later one.',
    );
  }
}

const OLDEST_MAJOR = 15;

/**
 * Returns why this version of PostgreSQL is not supported. The version has the form of `server_version_num`, such as 150018 for
 * 15.18.
 */
export function versionRefusal(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST_MAJOR) return undefined;
  return `This database is PostgreSQL ${major}; Candor needs ${OLDEST_MAJOR} or later. Nothing in it was changed.`;
}

async function demandVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  );
  const refusal = versionRefusal(rows[0]?.number ?? 0);
  if (refusal !== undefined) throw new Error(refusal);
}

/**
 * The schema grants privileges to these roles. The embedded database creates them as login roles. In an external database they
 * are created without login, and the serving logins become members of them.
 */
const ENSURE_SERVING_ROLES = `do $$ begin
  if not exists (select from pg_roles where rolname = 'candor_app') then create role candor_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'candor_tape') then create role candor_tape nologin; end if;
  if not exists (select from pg_roles where rolname = 'candor_door') then create role candor_door nologin; end if;
  if not exists (select from pg_roles where rolname = 'candor_guard') then create role candor_guard nologin; end if;
end $$`;

/** Migrates the database and returns the names of the migrations that were applied. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = await clientOf(ownerUrl);
  await client.connect();
  try {
    await demandVersion(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await migrationsOf(client);
    const steps = await sqlFiles(MIGRATIONS);
    const known = new Set([FIRST_RELEASE, ...steps.map(({ name }) => name)]);
    const unknown = [...(done?.keys() ?? [])].find((name) => !known.has(name));
    if (unknown !== undefined) throw new NewerThanKnown(unknown);
    await client.query(ENSURE_SERVING_ROLES);
    const fresh = done === undefined ? await makeSchema(client, steps) : await goThrough(client, steps, done);
    for (const { sql } of await sqlFiles(ALWAYS)) await client.query(sql);
    return fresh;
  } finally {
    await client.end();
  }
}

type SqlFile = { readonly name: string; readonly sql: string };

async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    sqlInOrder(names).map(async (name) => ({ name, sql: await readFile(folder + name, 'utf8') })),
  );
}

/** A file comes before its parts: `09-positions.sql` before `09-positions-figures.sql`. */
export function sqlInOrder(names: readonly string[]): string[] {
  const stemOf = (name: string): string => name.slice(0, -'.sql'.length);
  return names.toSorted((one, other) => (stemOf(one) < stemOf(other) ? -1 : 1));
}

/** Returns undefined for an empty database. */
async function migrationsOf(client: pg.Client): Promise<Map<string, string> | undefined> {
  const { rows } = await client.query<{ empty: boolean; known: boolean }>(
    `select to_regclass('public.migration') is not null as known,
      not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as empty`,
  );
  if (rows[0]?.empty === true) return undefined;
  const applied =
    rows[0]?.known === true
      ? await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
      : { rows: [] };
  const done = new Map(applied.rows.map((row) => [row.name, row.sha256]));
  if (!done.has(FIRST_RELEASE)) throw new OlderThanKept('this database');
  return done;
}

/** Creates the schema and marks every migration as applied. */
async function makeSchema(client: pg.Client, steps: readonly SqlFile[]): Promise<string[]> {
  const files = await sqlFiles(SCHEMA);
  await inTransaction(client, 'the schema', async () => {
    // Function bodies refer to tables of later files.
    await client.query('set local check_function_bodies = off');
    await client.query(
      'create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    for (const { name, sql } of files) {
      await client.query(sql).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
    }
    for (const { name, sql } of [{ name: FIRST_RELEASE, sql: '' }, ...steps])
      await note(client, { name, sql });
  });
  return [];
}

async function goThrough(
  client: pg.Client,
  steps: readonly SqlFile[],
  done: ReadonlyMap<string, string>,
): Promise<string[]> {
  const fresh: string[] = [];
  for (const { name, sql } of steps) {
    const before = done.get(name);
    if (before === sha256(sql)) continue;
    if (before !== undefined) {
      throw new Error(
        `expected migration ${name} to be unchanged since it was applied, found changes; add a new migration instead`,
      );
    }
    await inTransaction(client, `migration ${name}`, async () => {
      await client.query(sql);
      await note(client, { name, sql });
    });
    fresh.push(name);
  }
  return fresh;
}

async function note(client: pg.Client, { name, sql }: SqlFile): Promise<void> {
  await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256(sql)]);
}

async function inTransaction(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`failed to apply ${what}: ${(error as Error).message}`, { cause: error });
  }
}

const sha256 = (sql: string): string => createHash('sha256').update(sql).digest('hex');
