/** The real server as a process of its own, for tests that stop and kill it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { noteConsole } from './console-origin.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/** Long, since four may start at once on a busy machine; a test that holds a watch to it reads `readyMs`. */
const READY_WITHIN_MS = 120_000;

export type RunningServer = {
  readonly origin: string;
  /** The operators' door. */
  readonly consoleOrigin: string;
  readonly process: ChildProcess;
  /** What it printed, for a failed test. */
  readonly printed: () => string;
  /** From its start to the first `readyz` that said yes. */
  readonly readyMs: number;
  /** Resolves with exit code or signal once it has ended. */
  readonly ended: Promise<number | NodeJS.Signals>;
};

/** A data folder with a space in its path, open to the account that runs the database; on the disk, unless told otherwise. */
export function makeDataFolder(within = tmpdir()): { path: string; remove(): void } {
  const parent = mkdtempSync(join(within, 'candor crash-'));
  chmodSync(parent, 0o755);
  return { path: join(parent, 'data'), remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Starts a command that ends in a server on this data folder, and waits until it is ready. */
export async function startServer(options: {
  data: string;
  port: number;
  /** What to start instead of the server itself, `['npm', 'start', '--']` for example. */
  through?: readonly string[];
  /** Further options of its command line. */
  more?: readonly string[];
  /** Where to start it; here when absent. */
  cwd?: string;
  /** Beside this process's own environment. */
  env?: Readonly<Record<string, string>>;
  /** Is handed the process before it is ready, for a test that kills it while it starts. */
  onBegun?: (process: ChildProcess) => void;
}): Promise<RunningServer> {
  const [program = '', ...before] = options.through ?? [process.execPath, MAIN];
  const startedAt = performance.now();
  const consolePort = await freePort();
  const ports = ['--port', String(options.port), '--console-port', String(consolePort)];
  const child = spawn(program, [...before, ...ports, '--data', options.data, ...(options.more ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  });
  options.onBegun?.(child);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  const origin = `http://127.0.0.1:${options.port}`;
  const consoleOrigin = `http://127.0.0.1:${consolePort}`;
  noteConsole(origin, consoleOrigin);
  const failed = ended.then((end) => {
    throw new Error(`the server ended with ${end} before it was ready:\n${printed}`);
  });
  // Once ready, its end is no longer a failure to start.
  failed.catch(() => undefined);
  await Promise.race([becomesReady(origin, READY_WITHIN_MS), failed]);
  return {
    origin,
    consoleOrigin,
    process: child,
    printed: () => printed,
    readyMs: performance.now() - startedAt,
    ended,
  };
}

/** Waits until the server says that it is ready; answers how long that took. */
export async function becomesReady(origin: string, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return performance.now() - startedAt;
    if (performance.now() - startedAt > withinMs) throw new Error(`not ready after ${withinMs} ms`);
    await delay(20);
  }
}

/** Every living process that has the data folder in its command line: server, postmaster and guard. */
export function processesOf(data: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((pid) => `${pid} ${commandLine(pid)}`)
    .filter((line) => line.includes(data));
}

/** The postmaster's process id, as its own file says. */
export function postmasterOf(data: string): number {
  return parseInt(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Waits until no process of the folder is left; answers those that stayed. */
export async function leftovers(data: string, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  while (processesOf(data).length > 0 && performance.now() < deadline) await delay(50);
  return processesOf(data);
}

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
