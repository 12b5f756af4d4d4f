/**
 * Runs the embedded PostgreSQL next to the server. It adopts a running one or starts it, watches it, restarts it if it dies, and
 * stops it once the server has drained. PostgreSQL is detached, so that Ctrl-C reaches only the server, which can still use the
 * database while draining. A small guard process stops PostgreSQL if the server itself was killed.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  DOOR_ROLE,
  GUARD_ROLE,
  OWNER_ROLE,
  SERVING_ROLE,
  TAPE_ROLE,
  credentialsOf,
  ensureCluster,
  ensureDatabase,
  urlOf,
  withFreePort,
} from './postgres-cluster.ts';
import type { Credentials } from './postgres-cluster.ts';
import { archiveSettings } from './wal-archive.ts';
import { plainEnvironment, settleHome } from './postgres-home.ts';
import type { Binaries, Home } from './postgres-home.ts';

const RETRY_EVERY_MS = 50;
const GIVE_UP_AFTER_MS = 60_000;
const WATCH_EVERY_MS = 100;
/**
 * A fast shutdown ends the sessions and writes a checkpoint. If it takes longer than this, it is aborted, and the next start must
 * recover.
 */
const FAST_STOP_MS = 20_000;
/** How long the database of a killed server waits for the next server to adopt it. */
const ADOPTION_SECONDS = 3;
const LOG_KEPT_BYTES = 8_000_000;

/**
 * This `max_wal_size` limits recovery after a kill to about two seconds, at no cost in throughput. The first change of a page
 * after a checkpoint writes the whole page to the WAL; compression reduces that to a tenth.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '256MB',
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'warning',
};

export type PostgresOptions = {
  /** The folder that contains the cluster, its log and its credentials. */
  readonly directory: string;
  /** Settings that override the defaults, such as `fsync=off` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** Where finished WAL is copied. Undefined: nowhere. */
  readonly walArchive?: string;
  /** The programs of another version, for tests with that version. By default, the packaged ones are used. */
  readonly binaries?: Binaries;
};

export type Postgres = {
  /** The restricted role that serves. */
  readonly url: string;
  /** The role of the process that leads the market, which writes only the tape. */
  readonly tapeUrl: string;
  /** The role for requests outside the executor, which creates sessions and can't move money. */
  readonly doorUrl: string;
  /** The role of the guard, which checks the books. */
  readonly guardUrl: string;
  /** The superuser, used for migrations and never for serving. */
  readonly ownerUrl: string;
  pid(): number;
  stop(): Promise<void>;
};

type Running = {
  readonly home: Home;
  readonly credentials: Credentials;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly log: (line: string) => void;
};

/** Resolves once the database accepts connections. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const directory = resolve(options.directory);
  const log = options.log ?? (() => undefined);
  const home = await settleHome(directory, log, options.binaries);
  const kept = await credentialsOf(directory);
  await ensureCluster(home, kept);
  const alive = (await livingPostmaster(home.cluster)) !== undefined;
  const credentials = alive ? kept : await withFreePort(directory, kept);
  const logFile = join(directory, 'postgres.log');
  if (!alive) await setAsideLongLog(logFile);
  const archiving =
    options.walArchive === undefined ? {} : await archiveSettings(resolve(options.walArchive), home.account);
  const running: Running = {
    home,
    credentials,
    settings: { ...SETTINGS, ...archiving, ...options.settings, port: String(credentials.port) },
    logFile,
    log,
  };
  // The guard starts first, so that no failure can leave a postmaster without a guard.
  const guard = await startGuard(directory, home.cluster);
  const first = await bringUp(running);
  await ensureDatabase(credentials);
  const watch = watchOver(running, first);
  return {
    url: urlOf(credentials, SERVING_ROLE),
    tapeUrl: urlOf(credentials, TAPE_ROLE),
    doorUrl: urlOf(credentials, DOOR_ROLE),
    guardUrl: urlOf(credentials, GUARD_ROLE),
    ownerUrl: urlOf(credentials, OWNER_ROLE),
    pid: watch.pid,
    async stop() {
      await watch.end();
      await stopPostmaster(home.cluster);
      guard.kill('SIGKILL');
    },
  };
}

/** Starts or adopts the postmaster, and returns its process id once it answers. */
async function bringUp(running: Running, goOn: () => boolean = () => true): Promise<number> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  let failure: unknown;
  let started: ChildProcess | undefined;
  while (goOn() && Date.now() < deadline) {
    const living = await livingPostmaster(running.home.cluster);
    // A new postmaster takes a moment to write its pid file, so a second one must not be started in the meantime.
    const starting = started !== undefined && started.exitCode === null && started.signalCode === null;
    if (living === undefined && !starting) started = await spawnPostmaster(running);
    if (living !== undefined) {
      try {
        await answers(running.credentials);
        return living;
      } catch (error) {
        failure = error;
      }
    }
    await delay(RETRY_EVERY_MS);
  }
  throw new Error(`PostgreSQL did not start within a minute; its log is ${running.logFile}`, {
    cause: failure,
  });
}

async function spawnPostmaster(running: Running): Promise<ChildProcess> {
  const log = await open(running.logFile, 'a', 0o600);
  try {
    const settings = Object.entries(running.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(running.home.binaries.postgres, ['-D', running.home.cluster, ...settings], {
      ...running.home.account,
      cwd: '/',
      detached: true,
      env: plainEnvironment,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', (error) => running.log(`database: failed to start PostgreSQL: ${error.message}`));
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

async function answers(credentials: Credentials): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(credentials, OWNER_ROLE, 'postgres'),
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}

function watchOver(running: Running, firstPid: number): { pid(): number; end(): Promise<void> } {
  let pid = firstPid;
  let watching = true;
  const ending = new AbortController();
  const done = (async () => {
    while (watching) {
      const pause = delay(WATCH_EVERY_MS, undefined, { ref: false, signal: ending.signal });
      await pause.catch(() => undefined);
      if (!watching || isAlive(pid)) continue;
      running.log(`database: PostgreSQL (process ${pid}) died (restarting it)`);
      try {
        pid = await bringUp(running, () => watching);
      } catch (error) {
        if (watching)
          running.log(`database: failed to restart PostgreSQL (retrying): ${(error as Error).message}`);
      }
    }
  })();
  return {
    pid: () => pid,
    async end() {
      watching = false;
      ending.abort();
      await done;
    },
  };
}

async function stopPostmaster(cluster: string): Promise<void> {
  const pid = await livingPostmaster(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  if (await isGone(pid, FAST_STOP_MS)) return;
  process.kill(pid, 'SIGQUIT');
  await isGone(pid, FAST_STOP_MS);
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

/**
 * Returns the postmaster named in the cluster's pid file, if a process with that id is alive and is a postmaster. After a reboot,
 * an unrelated process may have the id. PostgreSQL would then refuse to start, so the file is removed.
 */
async function livingPostmaster(cluster: string): Promise<number | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') {
      throw new Error(`The database in ${cluster} belongs to another user; start as that user, or as root.`);
    }
    return '';
  });
  const pid = parseInt(text, 10);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  if (name.trim() === 'postgres') return pid;
  await rm(file, { force: true });
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Starts a shell that reads a pipe from this process. The pipe breaks when the server is killed. The shell then waits for another
 * server to adopt the database and write its own id into the file, and stops the database if none does.
 */
async function startGuard(directory: string, cluster: string): Promise<ChildProcess> {
  const ownerFile = join(directory, 'postgres-owner.pid');
  await writeFile(ownerFile, `${process.pid}\n`);
  const script =
    'cat >/dev/null; sleep "$4"; if [ "$(cat "$1")" = "$2" ]; then read -r pid <"$3/postmaster.pid" && kill -INT "$pid"; fi';
  const args = ['-c', script, 'candor-postgres-guard', ownerFile, String(process.pid), cluster];
  const guard = spawn('/bin/sh', [...args, String(ADOPTION_SECONDS)], {
    cwd: '/',
    detached: true,
    env: plainEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return guard;
}

async function setAsideLongLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_KEPT_BYTES) await rename(logFile, `${logFile}.1`);
}
