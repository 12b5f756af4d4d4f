/**
 * Starts one PostgreSQL for the complete test run, in a separate folder that is removed afterwards, and migrates one template.
 * Every test database is a copy of the template, which takes a tenth of a second to make.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/src/db/migrate.ts';
import { writeConfigured } from '../../server/src/app/open-terms.ts';
import { startPostgres } from '../../server/src/db/postgres.ts';
import { TEMPLATE, databaseUrl } from './database.ts';
import { quickFolder } from './quick-folder.ts';
import { ownBinaries } from './own-binaries.ts';
import { letTestsVouch } from './signing.ts';

/**
 * Nothing is lost by not waiting for the disk, because these databases are deleted after the run. The crash tests have separate
 * databases. Where PostgreSQL was built with a compiler, it would compile a guard's query for seconds; the server's connections
 * switch that off, and those that a test opens itself do not.
 */
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', max_connections: '300', jit: 'off' };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(quickFolder(), 'candor-test-'));
  await chmod(directory, 0o755);
  const binaries = ownBinaries();
  const postgres = await startPostgres({
    directory,
    settings: FORGETFUL,
    log: console.error,
    ...(binaries !== undefined && { binaries }),
  });
  const failure = await makeTemplate(postgres.ownerUrl).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const { url: appUrl, tapeUrl, doorUrl, guardUrl, ownerUrl } = postgres;
  const url = asEverySide(appUrl);
  project.provide('postgres', { url, appUrl, tapeUrl, doorUrl, guardUrl, ownerUrl, failure });
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** A login with the privileges of every serving role, for tests that act for both the market and a customer. */
const EVERY_SIDE = 'candor_every_side';

function asEverySide(url: string): string {
  const changed = new URL(url);
  changed.username = changed.password = EVERY_SIDE;
  return changed.href;
}

/** If a migration fails, each test that needs the database reports it, and the others still run. */
async function makeTemplate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
    await client.query(
      `create role ${EVERY_SIDE} login password '${EVERY_SIDE}' in role candor_app, candor_tape, candor_door`,
    );
  } finally {
    await client.end();
  }
  await migrate(databaseUrl(ownerUrl, TEMPLATE));
  const owner = new pg.Client({ connectionString: databaseUrl(ownerUrl, TEMPLATE) });
  await owner.connect();
  try {
    await writeConfigured(owner, { mode: 'demo', house: undefined, jurisdictions: 'demo' });
    // Most tests write rows and submit commands without the HTTP server. Tests of a complete server require sessions again
    // (`askForSessions`).
    await owner.query('alter table session disable trigger session_signed_in');
    // Most tests have no guard, without which the database lets no money leave. Tests of the guard demand its runs again
    // (`demandGuard`).
    await owner.query(
      `create or replace function guard_holds() returns boolean language sql stable set search_path = public, pg_temp as 'select true'`,
    );
    // A test that writes a tape may write the tape's minutes freely.
    await owner.query('alter table tape_minute disable trigger tape_minute_verified');
  } finally {
    await owner.end();
  }
  await letTestsVouch(databaseUrl(ownerUrl, TEMPLATE));
}
