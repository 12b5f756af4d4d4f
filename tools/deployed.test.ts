/** Starts servers with the logins, secrets and roles that the files of `deploy` give them, on a PostgreSQL that had none. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { readCompose } from './deploy/compose.ts';
import { runScript, startFreshCluster } from './deploy/fresh-cluster.ts';
import type { FreshCluster } from './deploy/fresh-cluster.ts';
import { ROOT } from './install.mjs';

const START_MS = 200_000;
const MAIN = join(ROOT, 'server/src/main.ts');
const { candor, postgres } = readCompose().services;

let cluster: FreshCluster;
let folder: string;
let secrets: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-deployed-'));
  secrets = join(folder, 'secrets');
  const initdb = postgres?.environment?.['POSTGRES_INITDB_ARGS']?.split(' ') ?? [];
  const [, ...settings] = (postgres as { command?: readonly string[] }).command ?? [];
  cluster = await startFreshCluster(initdb, settings);
  const make = join(ROOT, 'deploy/make-secrets.sh');
  await promisify(execFile)('sh', [make, secrets, `127.0.0.1:${cluster.port}`]);
  await runScript(join(ROOT, 'deploy/postgres/roles.sql'), cluster.superUrl, secrets);
}, START_MS);
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The container's environment, with the paths of the secrets on this machine. */
const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(candor?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace('/run/secrets', secrets),
    ]),
  );
const entrypoint = ['sh', join(ROOT, 'deploy/entrypoint.sh'), process.execPath, MAIN];

async function start(data: string, more: readonly string[] = []): Promise<RunningServer> {
  mkdirSync(data, { recursive: true });
  return startServer({
    data,
    port: await freePort(),
    through: entrypoint,
    more: ['--metrics-port', 'none', ...more],
    env: environment(),
  });
}

async function stop({ process: server, ended, printed }: RunningServer): Promise<void> {
  server.kill('SIGTERM');
  expect(await ended, printed()).toBe(0);
}

const secret = (name: string): string => readFileSync(join(secrets, name), 'utf8');

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
}

/** An order at market by an example customer, and the receipt that the tape's key signed. */
async function order(origin: string): Promise<{ type: string; receipt: string | null }> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const login = await post('user/login', { account: 'lena', password: 'Demo-lena-1' });
  const { message: authorization } = (await login.json()) as { message: string };
  const body = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.001' };
  for (let tries = 0; ; tries += 1) {
    const answer = await post('coin/trade', body, { authorization, 'idempotency-key': `deployed-${tries}` });
    const found = (await answer.json()) as { type: string; error?: string };
    // On a busy machine the market may be behind for a moment.
    if (found.error !== 'busy' || tries > 100)
      return { type: JSON.stringify(found), receipt: answer.headers.get('candor-receipt') };
    await delay(200);
  }
}

test(
  'creates with the roles a database on which the server becomes ready',
  async () => {
    const server = await start(join(folder, 'all'));
    const { origin } = server;
    expect(await (await fetch(`${origin}/readyz`)).text()).toBe('ready\n');
    const logins = await ask<{ rolname: string }>(
      secret('owner-url'),
      `select rolname from pg_roles where rolname like 'candor%' and rolcanlogin and not rolsuper and not rolcreaterole order by 1`,
    );
    expect(logins.map(({ rolname }) => rolname)).toEqual(
      ['app', 'door', 'guard', 'owner', 'tape'].map((role) => `candor_${role}`),
    );
    // At startup, the server reports if its owner's login does not own the database.
    expect(server.printed()).not.toMatch(/owns?er/);
    await stop(server);
  },
  START_MS,
);

test(
  'runs the roles of the units as separate processes on one database',
  async () => {
    const leader = await start(join(folder, 'all'), ['--role', 'market']);
    // A process with only the leading role has no guard of its own, unlike a process with all roles.
    const before = await ask<{ number: string }>(
      secret('owner-url'),
      'select coalesce(max(number), 0) as number from guard_run',
    );
    const other = join(folder, 'api');
    mkdirSync(other);
    copyFileSync(join(folder, 'all/tape-signing-key.pem'), join(other, 'tape-signing-key.pem'));
    const api = await start(other, ['--role', 'api']);
    // The process that publishes proofs needs the keys of the log, which the process with all roles created.
    const apart = join(folder, 'worker');
    mkdirSync(apart);
    for (const kept of ['log-signing-key.pem', 'witnesses'])
      cpSync(join(folder, 'all', kept), join(apart, kept), { recursive: true });
    const worker = await start(apart, ['--role', 'worker']);
    expect((await fetch(`${worker.origin}/api/demo`)).status).toBe(404);
    expect(
      await ask<{ owner: string }>(
        secret('owner-url'),
        "select owner from leader where role = 'proofs' and beat > clock_timestamp() - interval '2 seconds'",
      ),
    ).toEqual([{ owner: `process ${worker.process.pid}` }]);
    const guard: ChildProcess = spawn(process.execPath, [MAIN, '--role', 'guard'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: secret('guard-url') },
      stdio: 'inherit',
    });
    const ended = once(guard, 'exit');
    const { type, receipt } = await order(api.origin);
    expect(type).toContain('"type":"ok"');
    expect(receipt).not.toBeNull();
    const runs = () =>
      ask<{ number: string }>(
        secret('owner-url'),
        `select number from guard_run where number > ${before[0]?.number}`,
      );
    await expect.poll(runs, { timeout: 90_000, interval: 500 }).not.toEqual([]);
    guard.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    await stop(worker);
    await stop(api);
    await stop(leader);
  },
  START_MS * 2,
);
