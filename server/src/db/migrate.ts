/**
 * Applies the plain SQL files of `server/migrations` in order of their numbers, forward only, each in a transaction of
 * its own, over an owner's connection that is closed before anything is served; and behind them, at every start, those of
 * `always`, which hold for whatever the others made.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
const ALWAYS = `${MIGRATIONS}always/`;
/** Any fixed number: two processes that start together must not migrate together. */
const MIGRATION_LOCK = 7_305_141;

/**
 * The migrations grant to these roles. The embedded database brings them with a login each; on one of the operator's own they
 * are made without, for the logins that serve to be members of.
 */
const ENSURE_SERVING_ROLES = `do $$ begin
  if not exists (select from pg_roles where rolname = 'candor_app') then create role candor_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'candor_tape') then create role candor_tape nologin; end if;
  if not exists (select from pg_roles where rolname = 'candor_door') then create role candor_door nologin; end if;
end $$`;

/** Brings the database up to the newest migration; answers the names of those it applied. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(ENSURE_SERVING_ROLES);
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration',
    );
    const known = new Map(applied.rows.map((row) => [row.name, row.sha256]));
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
    const fresh: string[] = [];
    for (const name of names) {
      const sql = await readFile(MIGRATIONS + name, 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      const before = known.get(name);
      if (before === sha256) continue;
      if (before !== undefined) {
        throw new Error(`migration ${name} was changed after it had been applied; add a new one instead`);
      }
      await applyOne(client, { name, sql, sha256 });
      fresh.push(name);
    }
    await applyAlways(client);
    return fresh;
  } finally {
    await client.end();
  }
}

/** What holds for everything there is, whichever migration made it; it changes nothing where it holds already. */
async function applyAlways(client: pg.Client): Promise<void> {
  const names = (await readdir(ALWAYS)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) await client.query(await readFile(ALWAYS + name, 'utf8'));
}

async function applyOne(
  client: pg.Client,
  migration: { name: string; sql: string; sha256: string },
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migration (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
