/** The real server as a separate process on a fresh database, with customers who are logged in and have play money. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from '../server/src/db/pool.ts';
import { startPostgres } from '../server/src/db/postgres.ts';
import type { Postgres, PostgresOptions } from '../server/src/db/postgres.ts';
import { inTransaction } from '../server/src/db/transaction.ts';
import { openAccount } from '../server/src/identity/accounts.ts';
import { Sessions } from '../server/src/identity/sessions/sessions.ts';
import { openBook } from '../server/src/ledger/book.ts';
import { LIMITS } from '../server/src/limits.ts';
import { noteConsole } from '@candor/testing/console-origin.ts';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

export type RunningServer = {
  readonly port: number;
  readonly postgres: Postgres;
  readonly tokens: readonly string[];
  stop(): Promise<void>;
};

export type StartOptions = {
  readonly settings?: PostgresOptions['settings'];
  readonly nodeArguments?: readonly string[];
};

/** The customers hold the demo's play money; `options` are those of the command line. */
export async function startServer(
  customers: number,
  options: readonly string[] = [],
  { settings = {}, nodeArguments = [] }: StartOptions = {},
): Promise<RunningServer> {
  const directory = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startPostgres({ directory, settings });
  const server = spawn(
    process.execPath,
    [
      ...nodeArguments,
      main,
      '--data',
      join(directory, 'server'),
      '--port',
      '0',
      '--console-port',
      '0',
      ...options,
    ],
    {
      env: {
        ...process.env,
        DATABASE_URL: postgres.url,
        DATABASE_OWNER_URL: postgres.ownerUrl,
        DATABASE_TAPE_URL: postgres.tapeUrl,
        DATABASE_DOOR_URL: postgres.doorUrl,
        DATABASE_GUARD_URL: postgres.guardUrl,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [port, consolePort] = await portsOf(server.stdout);
  noteConsole(`http://127.0.0.1:${port}`, `http://127.0.0.1:${consolePort}`);
  const tokens = await openCustomers(postgres.doorUrl, customers);
  for (const token of tokens) await callAs({ port, token, path: 'demo/start_over' }, {});
  return {
    port,
    postgres,
    tokens,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The addresses of the customers' server and of the operators' server. */
async function portsOf(output: NodeJS.ReadableStream): Promise<[number, number]> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    const [port, consolePort] = [...text.matchAll(/http:\/\/[^:]+:(\d+)/g)].map(([, digits]) =>
      Number(digits),
    );
    if (port !== undefined && consolePort !== undefined) {
      output.resume();
      return [port, consolePort];
    }
  }
  throw new Error(`expected the server to start, but it printed: ${text}`);
}

/** Inserts customers with a session each, which avoids the slow password hashing of a registration. */
async function openCustomers(url: string, count: number): Promise<string[]> {
  const pool = createPool(url, { max: 2 });
  const onError = (error: Error) => {
    throw error;
  };
  const sessions = new Sessions({ pool, now: Date.now, limits: LIMITS.sessions, onError });
  const tokens: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const name = `bench-${randomBytes(6).toString('hex')}`;
    const customer = await inTransaction(pool, (connection) =>
      openAccount(
        connection,
        { openBook },
        {
          account: name,
          email: `${name}@bench.example`,
          passwordHash: 'none',
          birthDate: '1990-01-01',
          invitedBy: 0n,
          language: 'en',
          leverEnabled: true,
          nowMs: Date.now(),
        },
      ),
    );
    tokens.push(
      await sessions.open(pool, {
        customer,
        agent: 'bench',
        address: '127.0.0.1',
        device: undefined,
      }),
    );
  }
  sessions.stop();
  await pool.end();
  return tokens;
}

/** Throws unless the call succeeds. */
export async function callAs(
  at: { port: number; token: string; path: string },
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${at.port}/api/${at.path}`, {
    method: 'POST',
    headers: { authorization: at.token, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`expected ${at.path} to succeed, got ${await answer.text()}`);
}
