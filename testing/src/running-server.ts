/** The real server as a separate process, for tests that stop and kill it. */
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

/** Long, because four servers may start concurrently on a busy machine; a test that measures the time reads `readyMs`. */
const READY_WITHIN_MS = 120_000;

export type RunningServer = {
  readonly origin: string;
  /** The address of the operators' server. */
  readonly consoleOrigin: string;
  readonly process: ChildProcess;
  /** The server's output, for a failed test. */
  readonly printed: () => string;
  /** From the server's start to the first successful `readyz`. */
  readonly readyMs: number;
  /** Resolves with the exit code or signal once the process has ended. */
  readonly ended: Promise<number | NodeJS.Signals>;
};

/**
 * A data folder with a space in its path, accessible to the account that runs the database. It is on the disk unless a different
 * place is requested.
 */
export function makeDataFolder(within = tmpdir()): { path: string; remove(): void } {
  const parent = mkdtempSync(join(within, 'candor crash-'));
  chmodSync(parent, 0o755);
  return { path: join(parent, 'data'), remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Starts a command that eventually runs a server on this data folder, and waits until the server is ready. */
export async function startServer(options: {
  data: string;
  port: number;
  /** The command to start instead of the server, for example `['npm', 'start', '--']`. */
  through?: readonly string[];
  /** Further command-line options. */
  more?: readonly string[];
  /** The folder in which to start the command; the current one if absent. */
  cwd?: string;
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string>>;
  /** Receives the process before it is ready, for a test that kills it while it starts. */
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
    throw new Error(`expected the server to become ready, but it exited with ${end}:\n${printed}`);
  });
  // Once the server is ready, its exit is no longer a failure to start.
  failed.catch(() => undefined);
  await Promise.race([becomesReady(origin, READY_WITHIN_MS), failed]).catch(async (error: Error) => {
    // The caller has no handle with which to close it.
    child.kill('SIGTERM');
    await ended;
    throw new Error(`${error.message}; it printed:\n${printed}`);
  });
  return {
    origin,
    consoleOrigin,
    process: child,
    printed: () => printed,
    readyMs: performance.now() - startedAt,
    ended,
  };
}

/** Waits until the server reports that it is ready, and returns the time that this took. */
export async function becomesReady(origin: string, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return performance.now() - startedAt;
    if (performance.now() - startedAt > withinMs)
      throw new Error(`expected the server to be ready within ${withinMs} ms, but it was not`);
    await delay(20);
  }
}

/** Every living process with the data folder in its command line: server, postmaster and guard. */
export function processesOf(data: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((pid) => `${pid} ${commandLine(pid)}`)
    .filter((line) => line.includes(data));
}

/** From the postmaster's pid file. */
export function postmasterOf(data: string): number {
  return parseInt(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Waits until no process of the folder is left, and returns those that remain. */
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
