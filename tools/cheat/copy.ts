/**
 * A copy of the platform to cheat on: its program in a temporary folder, with its own database and keys. Nothing here can
 * reach another platform: every fraud checks for the copy's mark first.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NODE, ROOT } from '../install.mjs';

/** The copy's mark, in its data folder. */
const MARK = 'a-copy-to-cheat-on';
const PREFIX = 'candor-cheat-';
/** The files that the server's program needs besides the packages. */
const PROGRAM = [
  'package.json',
  'tsconfig.base.json',
  'server',
  'verifier',
  'content',
  'web/dist',
  'console/dist',
];
const READY_WITHIN_MS = 120_000;

export type Copy = {
  readonly folder: string;
  readonly data: string;
  readonly origin: string;
  readonly consoleOrigin: string;
  /** Starts the server of the copy, with further options, and waits until it is ready. */
  start(more?: readonly string[]): Promise<void>;
  /** Kills the server, so that it closes nothing. */
  kill(): Promise<void>;
  /** Stops the server and its database. */
  stop(): Promise<void>;
  /** Stops everything and deletes the copy. */
  remove(): Promise<void>;
};

/** Throws unless the data folder belongs to a copy that this program made. */
export function refuseOthers(data: string): void {
  const isOurs = resolve(data).startsWith(join(tmpdir(), PREFIX)) && !resolve(data).includes(`${sep}..`);
  if (!isOurs || !existsSync(join(data, MARK))) {
    throw new Error(`${data} is not a copy that npm run cheat made; leaving it unchanged`);
  }
}

export async function makeCopy(): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // The account that runs the database must be able to enter its folder.
  chmodSync(folder, 0o755);
  for (const part of PROGRAM) {
    const from = join(ROOT, part);
    if (existsSync(from))
      cpSync(from, join(folder, part), {
        recursive: true,
        filter: (path) => isProgram(path.slice(ROOT.length)),
      });
  }
  for (const part of ['', 'server', 'verifier']) {
    const packages = join(ROOT, part, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(folder, part, 'node_modules'));
  }
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, MARK), 'Made by npm run cheat; it deletes this folder.\n');
  const [port, consolePort] = [await freePort(), await freePort()];
  let child: ChildProcess | undefined;
  const start = async (more: readonly string[] = []): Promise<void> => {
    child = startServer(folder, [
      '--port',
      String(port),
      '--console-port',
      String(consolePort),
      '--data',
      data,
      ...more,
    ]);
    await becomesReady(`http://127.0.0.1:${port}`, child);
  };
  const stop = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending !== undefined) await stopped(ending);
  };
  const kill = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending !== undefined) await stopped(ending, 'SIGKILL');
  };
  const remove = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const [origin, consoleOrigin] = [port, consolePort].map((at) => `http://127.0.0.1:${at}`);
  return {
    folder,
    data,
    origin: origin ?? '',
    consoleOrigin: consoleOrigin ?? '',
    start,
    kill,
    stop,
    remove,
  };
}

const isProgram = (path: string): boolean =>
  !/(?:^|\/)(?:node_modules|\.vite)(?:\/|$)|\.test\.ts$/.test(path);

function startServer(folder: string, options: readonly string[]): ChildProcess {
  const log = join(folder, 'server.log');
  const child = spawn(NODE, [join(folder, 'server/src/main.ts'), ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutSettings(),
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => writeFileSync(log, chunk, { flag: 'a' }));
  }
  return child;
}

/** No setting of a real platform, such as its database, may reach the copy. */
function withoutSettings(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:CANDOR_|DATABASE_|VAULT_KEY$|SMTP_|MAIL_|SMS_|PAYOUT_)/.test(name),
  );
  return Object.fromEntries(kept);
}

export async function stopped(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await exit;
}

async function becomesReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the copy's server exited with ${child.exitCode}`);
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(100);
  }
  throw new Error('the copy did not become ready in time');
}

/** Returns the output of the copy's server, to print after a failure. */
export function serverLog({ folder }: Copy): string {
  const path = join(folder, 'server.log');
  return existsSync(path) ? readFileSync(path, 'utf8').slice(-4000) : '';
}

export async function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
