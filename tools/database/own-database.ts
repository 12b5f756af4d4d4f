/** A separate PostgreSQL with the logins of `deploy`, as an administrator sets it up, and servers on it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Account } from '../../server/src/db/postgres-home.ts';
import { binariesIn } from '@candor/testing/own-binaries.ts';
import { freePort, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { runScript, startFreshCluster } from '../deploy/fresh-cluster.ts';
import { ROOT } from '../install.mjs';

const run = promisify(execFile);
const AUDIT = join(ROOT, 'tools/audit.ts');
const ROLES = join(ROOT, 'deploy/postgres/roles.sql');
const MAKE_SECRETS = join(ROOT, 'deploy/make-secrets.sh');
export const INITDB = ['--encoding=UTF8', '--locale=C', '--lc-ctype=C.UTF-8', '--data-checksums'];

export type Login = 'app' | 'tape' | 'door' | 'guard' | 'owner';
const VARIABLES: Readonly<Record<Login, string>> = {
  app: 'DATABASE_URL',
  owner: 'DATABASE_OWNER_URL',
  tape: 'DATABASE_TAPE_URL',
  door: 'DATABASE_DOOR_URL',
  guard: 'DATABASE_GUARD_URL',
};

export type OwnDatabase = {
  readonly port: number;
  readonly superUrl: string;
  readonly account: Account;
  readonly pid: number;
  url(login: Login): string;
  password(login: Login): string;
  stop(): Promise<void>;
};

/** The passwords and URLs of the logins, as `deploy/make-secrets.sh` makes them. */
export async function makeSecrets(folder: string, host: string): Promise<(name: string) => string> {
  await run('sh', [MAKE_SECRETS, folder, host]);
  return (name) => readFileSync(join(folder, name), 'utf8');
}

export const makeRoles = (superUrl: string, secrets: string): Promise<void> =>
  runScript(ROLES, superUrl, secrets);

/** Starts the database with the programs in `bin`; `settings` are arguments for `postgres`. */
export async function startOwnDatabase(bin: string, settings: readonly string[] = []): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-own-'));
  const cluster = await startFreshCluster(INITDB, settings, binariesIn(bin));
  const secret = await makeSecrets(folder, `127.0.0.1:${cluster.port}`);
  await makeRoles(cluster.superUrl, folder);
  return {
    ...cluster,
    url: (login) => secret(`${login}-url`),
    password: (login) => secret(`${login}-password`),
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server that reaches the database at the URL of each login. */
export async function serveOn(
  url: (login: Login) => string,
  options: {
    readonly data: string;
    readonly port?: number;
    readonly env?: Readonly<Record<string, string>>;
    readonly more?: readonly string[];
  },
): Promise<RunningServer> {
  mkdirSync(options.data, { recursive: true });
  const urls = Object.entries(VARIABLES).map(([login, name]) => [name, url(login as Login)] as const);
  return startServer({
    data: options.data,
    port: options.port ?? (await freePort()),
    more: ['--metrics-port', 'none', ...(options.more ?? [])],
    env: { ...Object.fromEntries(urls), ...options.env },
  });
}

/** The output of `npm run audit` with the login of the role that serves, as an administrator runs it. */
export async function auditOf(url: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url };
  const printed = await run(process.execPath, [AUDIT], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return printed.stdout + printed.stderr;
}

export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
}
