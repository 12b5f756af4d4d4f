/** PgBouncer with the configuration of `deploy`, in front of a database of a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '@candor/testing/running-server.ts';
import { giveTo } from '../../server/src/db/postgres-home.ts';
import { ROOT } from '../install.mjs';
import type { Login, OwnDatabase } from './own-database.ts';

const INI = join(ROOT, 'deploy/pgbouncer/pgbouncer.ini');
const SETTINGS = join(ROOT, 'deploy/pgbouncer/settings.sql');
const LOGINS: readonly Login[] = ['app', 'tape', 'door', 'guard', 'owner'];
const TRIES_MAX = 200;

export type Bouncer = {
  /** The URL of the mode in which each transaction may use a different connection. */
  sharedUrl(login: Login): string;
  sessionUrl(login: Login): string;
  /** The lines that PgBouncer logged. */
  readonly printed: () => string;
  stop(): Promise<void>;
};

export async function startBouncer(program: string, database: OwnDatabase): Promise<Bouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const userList = join(folder, 'userlist.txt');
  const lines = LOGINS.map((login) => `"candor_${login}" "${database.password(login)}"\n`);
  writeFileSync(userList, lines.join(''), { mode: 0o600 });
  const given = readFileSync(INI, 'utf8')
    .replaceAll('port=5432', `port=${database.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', userList);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, given);
  // Like PostgreSQL, PgBouncer refuses to run as root.
  for (const path of [folder, userList, file]) await giveTo(path, database.account);
  const child = spawn(program, [file], { ...database.account, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const at = (login: Login, name: string): string => {
    const url = new URL(database.url(login));
    url.port = String(port);
    url.pathname = name;
    return url.href;
  };
  const bouncer: Bouncer = {
    sharedUrl: (login) => `${at(login, 'candor')}?pooling=transaction`,
    sessionUrl: (login) => at(login, 'candor_session'),
    printed: () => printed,
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGINT')) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (let tries = 0; !(await answers(bouncer.sessionUrl('owner'))); tries += 1) {
    if (child.exitCode !== null || tries > TRIES_MAX)
      throw new Error(`expected PgBouncer to answer, but it printed: ${printed}`);
    await delay(50);
  }
  return bouncer;
}

/** Stores settings with the logins, because a shared connection cannot set them for itself. */
export async function settleLogins(database: OwnDatabase): Promise<void> {
  const url = new URL(database.superUrl);
  url.pathname = '/candor';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(readFileSync(SETTINGS, 'utf8')).finally(() => client.end());
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
