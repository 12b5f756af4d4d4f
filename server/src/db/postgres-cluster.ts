/**
 * The embedded database cluster: created once, with a superuser for migrations and restricted roles for serving. The port and the
 * passwords are generated then, and stored next to the cluster, readable only by their owner.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdtemp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { FIRST_RELEASE, OlderThanKept } from './migrate.ts';
import { giveTo, plainEnvironment, readIfThere } from './postgres-home.ts';
import type { Home } from './postgres-home.ts';

const run = promisify(execFile);

export const OWNER_ROLE = 'candor_owner';
export const SERVING_ROLE = 'candor_app';
/** The role that writes the tape and data derived from it, and no customer data. */
export const TAPE_ROLE = 'candor_tape';
/** The role that creates sessions, notifies customers and stores their messages, and can't move money. */
export const DOOR_ROLE = 'candor_door';
/** The role that checks the books. It reads what the invariants read, and writes only its findings. */
export const GUARD_ROLE = 'candor_guard';
const DATABASE = 'candor';
const LOOPBACK = '127.0.0.1';

export type Credentials = {
  port: number;
  ownerPassword: string;
  appPassword: string;
  tapePassword: string;
  doorPassword: string;
  guardPassword: string;
};

/** Returns the credentials, and creates them on first use. */
export async function credentialsOf(directory: string): Promise<Credentials> {
  const text = await readIfThere(credentialsFile(directory));
  if (text !== undefined) {
    const kept = JSON.parse(text) as Omit<Credentials, 'guardPassword'> & Partial<Credentials>;
    // Clusters created by the first release have no password for the guard.
    const whole = { ...kept, guardPassword: kept.guardPassword ?? newPassword() };
    if (kept.guardPassword === undefined) await keepCredentials(directory, whole);
    return whole;
  }
  const made = {
    port: await freePort(),
    ownerPassword: newPassword(),
    appPassword: newPassword(),
    tapePassword: newPassword(),
    doorPassword: newPassword(),
    guardPassword: newPassword(),
  };
  await keepCredentials(directory, made);
  return made;
}

/** Keeps the port, unless another process has taken it while the database was down. */
export async function withFreePort(directory: string, credentials: Credentials): Promise<Credentials> {
  if (await isFree(credentials.port)) return credentials;
  const moved = { ...credentials, port: await freePort() };
  await keepCredentials(directory, moved);
  return moved;
}

/**
 * The file that names the release that created the cluster, so that a cluster that is too old is recognised without being
 * started.
 */
const MADE_BY = 'candor-release';

/**
 * Creates the cluster if there is none, and rejects one older than the first supported release. A new cluster gets its final name
 * only once it is complete, so a crash leaves no incomplete cluster.
 */
export async function ensureCluster(home: Home, credentials: Credentials): Promise<void> {
  if (await isThere(join(home.cluster, 'PG_VERSION'))) {
    if (await isThere(join(home.cluster, MADE_BY))) return;
    throw new OlderThanKept(`the database in ${home.cluster}`);
  }
  const parent = dirname(home.cluster);
  const secret = await mkdtemp(join(tmpdir(), 'candor-init-'));
  const unfinished = join(parent, `${basename(home.cluster)}.unfinished`);
  try {
    await giveTo(secret, home.account);
    const passwordFile = join(secret, 'password');
    await writeFile(passwordFile, credentials.ownerPassword, { mode: 0o600 });
    await giveTo(passwordFile, home.account);
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    await giveTo(unfinished, home.account);
    await initialise(unfinished, { home, passwordFile });
    await writeFile(join(unfinished, MADE_BY), `${FIRST_RELEASE}\n`);
    await rename(unfinished, home.cluster);
  } finally {
    await rm(secret, { recursive: true, force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** With the builtin locale, sorting and case conversion are the same on every machine. */
const BUILTIN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

async function initialise(folder: string, how: { home: Home; passwordFile: string }): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--username=${OWNER_ROLE}`,
    `--pwfile=${how.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...(how.home.binaries.locale ?? BUILTIN_LOCALE),
    '--data-checksums',
  ];
  try {
    await run(how.home.binaries.initdb, args, { ...how.home.account, cwd: '/', env: plainEnvironment });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`initdb failed: ${stderr?.trim() ?? String(error)}`, {
      cause: error,
    });
  }
}

/** Creates the database if there is none, over the owner's connection. */
export async function ensureDatabase(credentials: Credentials): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(credentials, OWNER_ROLE, 'postgres') });
  await client.connect();
  try {
    for (const name of [SERVING_ROLE, TAPE_ROLE, DOOR_ROLE, GUARD_ROLE]) {
      const role = await client.query('select from pg_roles where rolname = $1', [name]);
      if (role.rowCount !== 0) continue;
      const password = client.escapeLiteral(passwordOf(credentials, name));
      await client.query(`create role ${name} login password ${password}`);
    }
    const database = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

export function urlOf(credentials: Credentials, role: string, database: string = DATABASE): string {
  return `postgres://${role}:${passwordOf(credentials, role)}@${LOOPBACK}:${credentials.port}/${database}`;
}

function passwordOf(
  { ownerPassword, appPassword, tapePassword, doorPassword, guardPassword }: Credentials,
  role: string,
): string {
  if (role === OWNER_ROLE) return ownerPassword;
  if (role === DOOR_ROLE) return doorPassword;
  if (role === GUARD_ROLE) return guardPassword;
  return role === TAPE_ROLE ? tapePassword : appPassword;
}

function credentialsFile(directory: string): string {
  return join(directory, 'postgres.json');
}

async function keepCredentials(directory: string, credentials: Credentials): Promise<void> {
  const file = credentialsFile(directory);
  await writeFile(`${file}.new`, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Uses only letters, digits, - and _, so that no escaping is needed in a URL. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

async function freePort(): Promise<number> {
  return listenOnce(0);
}

async function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

async function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      const chosen = (server.address() as AddressInfo).port;
      server.close(() => resolve(chosen));
    });
  });
}

/**
 * Returns the URL for the serving role, for tools that run next to the server. If the folder contains no database, the message of
 * the error is meant for the user.
 */
export function servingUrl(directory: string): Promise<string> {
  return urlBeside(directory, SERVING_ROLE);
}

/** Returns the URL for the sign-in role, used when an operator logs in next to the server. */
export function doorsUrl(directory: string): Promise<string> {
  return urlBeside(directory, DOOR_ROLE);
}

/** Returns the URL for the owner role, used by actions that only the database owner may take. */
export function ownersUrl(directory: string): Promise<string> {
  return urlBeside(directory, OWNER_ROLE);
}

async function urlBeside(directory: string, role: string): Promise<string> {
  await access(credentialsFile(directory)).catch((cause: unknown) => {
    throw new Error(`${directory} holds no database; name a data folder with --data.`, { cause });
  });
  return urlOf(await credentialsOf(directory), role);
}
