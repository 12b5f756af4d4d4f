/** A database as it stood before a release, for what its migration does with rows that were there. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { migrate } from '../../server/src/db/migrate.ts';
import { freshDatabase } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../server/migrations/', import.meta.url));

export type OlderDatabase = {
  /** Over the owner's connection, for which no guard stands while it says so. */
  readonly owner: pg.Client;
  readonly ownerUrl: string;
  /** Plants rows as they stood, whatever they stood on. */
  planted(plant: () => Promise<unknown>): Promise<void>;
  /** Everything from the named migration on; its own name is among those that were applied. */
  upgrade(): Promise<void>;
};

/** With every migration before the named one; gone at the end of the test that asks. */
export async function olderDatabase(first: string): Promise<OlderDatabase> {
  const { ownerUrl, drop } = await freshDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await drop();
  });
  await owner.query(
    'drop schema public cascade; create schema public; grant usage on schema public to candor_app',
  );
  await owner.query(
    'create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && name < first).sort();
  for (const name of names) {
    const sql = await readFile(MIGRATIONS + name, 'utf8');
    await owner.query(sql);
    const sha256 = createHash('sha256').update(sql).digest('hex');
    await owner.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
  }
  return {
    owner,
    ownerUrl,
    planted: async (plant) => {
      await owner.query('set session_replication_role = replica');
      await plant();
      await owner.query('set session_replication_role = default');
    },
    upgrade: async () => {
      const applied = await migrate(ownerUrl);
      if (!applied.includes(first)) throw new Error(`${first} was not applied`);
    },
  };
}
