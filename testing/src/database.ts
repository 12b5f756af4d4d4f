/** Gives a test a separate migrated database, copied from the run's template. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** Values that the run's setup passes to every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      url: string;
      appUrl: string;
      tapeUrl: string;
      doorUrl: string;
      guardUrl: string;
      ownerUrl: string;
      failure: string | undefined;
    };
  }
}

export const TEMPLATE = 'candor_template';

export type TestDatabase = {
  /**
   * With a login that is a member of every serving role, as in a small installation: what is denied to this login is denied to
   * each role.
   */
  readonly url: string;
  /** With a separate login for each serving role. */
  readonly appUrl: string;
  readonly tapeUrl: string;
  readonly doorUrl: string;
  readonly guardUrl: string;
  /** With the owner, for actions that the serving role may not take: corrupting a row on purpose, or reading the catalogue. */
  readonly ownerUrl: string;
  drop(): Promise<void>;
};

/** Creates a migrated and otherwise empty database. Call `drop` when done; otherwise it is dropped at the end of the run. */
export async function freshDatabase(): Promise<TestDatabase> {
  const cluster = inject('postgres');
  if (cluster.failure !== undefined) throw new Error(cluster.failure);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(cluster.ownerUrl, async (client) => {
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    // A copy lacks the privileges on the database, so this repeats the migration's revocations.
    await client.query(`revoke temporary, create on database ${name} from public`);
  });
  return {
    url: databaseUrl(cluster.url, name),
    appUrl: databaseUrl(cluster.appUrl, name),
    tapeUrl: databaseUrl(cluster.tapeUrl, name),
    doorUrl: databaseUrl(cluster.doorUrl, name),
    guardUrl: databaseUrl(cluster.guardUrl, name),
    ownerUrl: databaseUrl(cluster.ownerUrl, name),
    drop: () => drop(cluster.ownerUrl, name),
  };
}

const CLOSING_TRIES_MAX = 40;

/** A pool that has ended is still disconnecting. If its connections were terminated now, no code would handle their errors. */
async function drop(ownerUrl: string, name: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    const there = `select from pg_stat_activity where datname = '${name}'`;
    for (let tries = 0; tries < CLOSING_TRIES_MAX; tries += 1) {
      if ((await client.query(there)).rowCount === 0) break;
      await delay(25);
    }
    await client.query(`drop database if exists ${name} with (force)`);
  });
}

/** The URL of a different database on the same server with the same role. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function asOwner(ownerUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
