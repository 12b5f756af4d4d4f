/** A new PostgreSQL, as the compose file starts it: with a superuser, and without other logins or a database of ours. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { giveTo, plainEnvironment, settleHome } from '../../server/src/db/postgres-home.ts';
import type { Account, Binaries, Home } from '../../server/src/db/postgres-home.ts';
import { freePort } from '@candor/testing/running-server.ts';

const SUPERUSER = 'postgres';
const TRIES_MAX = 600;

export type FreshCluster = {
  readonly port: number;
  readonly superUrl: string;
  /** The account that runs it, if this process is root. */
  readonly account: Account;
  /** The postmaster's process id. */
  readonly pid: number;
  /** Stops the cluster, which may have been killed before, and removes its folder. */
  stop(): Promise<void>;
};

export async function startFreshCluster(
  initdbArgs: readonly string[],
  settings: readonly string[],
  binaries?: Binaries,
): Promise<FreshCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-fresh-'));
  // PostgreSQL's account must be able to enter the folder; otherwise, the cluster is created elsewhere.
  await chmod(folder, 0o755);
  const home = await settleHome(folder, () => undefined, binaries);
  await giveTo(folder, home.account);
  const how = { ...home.account, cwd: '/', env: plainEnvironment };
  const args = [`--pgdata=${home.cluster}`, `--username=${SUPERUSER}`, '--auth=trust', ...initdbArgs];
  await promisify(execFile)(home.binaries.initdb, args, how);
  const port = await freePort();
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const flags = [...own.flatMap((setting) => ['-c', setting]), ...settings];
  // Passwords are checked for everybody but the superuser, who loads the roles as the image's own script does.
  const rules = `host all,replication ${SUPERUSER} 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n`;
  await writeFile(join(home.cluster, 'pg_hba.conf'), rules);
  return { ...(await running({ folder, home, port, flags })), account: home.account };
}

/** Starts the cluster in an existing folder. */
export async function running({
  folder,
  home,
  port,
  flags,
}: {
  readonly folder: string;
  readonly home: Home;
  readonly port: number;
  readonly flags: readonly string[];
}): Promise<Omit<FreshCluster, 'account'>> {
  const how = { ...home.account, cwd: '/', env: plainEnvironment, stdio: 'ignore' } as const;
  const server = spawn(home.binaries.postgres, ['-D', home.cluster, ...flags], how);
  const superUrl = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`;
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !(await answers(superUrl)); tries += 1) {
    if (server.exitCode !== null || tries > TRIES_MAX)
      throw new Error(`expected PostgreSQL to answer at ${superUrl}, but it did not`);
    await delay(50);
  }
  return { port, superUrl, pid: server.pid ?? 0, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/** Executes a script as psql would, which takes its variables from files and executes a statement at a time. */
export async function runScript(path: string, url: string, secrets: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const variables = new Map<string, string>();
    const statements: string[] = [];
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      const [, name, file] = /^\\set (\w+) `cat \/run\/secrets\/([\w-]+)`$/.exec(line) ?? [];
      if (name !== undefined && file !== undefined)
        variables.set(name, (await readFile(join(secrets, file), 'utf8')).trimEnd());
      else if (line !== '' && !line.startsWith('--')) statements.push(line);
    }
    for (const statement of statements
      .join('\n')
      .split(';')
      .filter((one) => one.trim() !== '')) {
      const filled = statement.replaceAll(/:'(\w+)'/g, (_whole, name: string) =>
        client.escapeLiteral(variables.get(name) ?? ''),
      );
      await client.query(filled);
    }
  } finally {
    await client.end();
  }
}
