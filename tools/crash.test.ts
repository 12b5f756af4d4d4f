/**
 * Stops and kills the real server in every way while customers place orders of every kind: afterwards each acknowledged order
 * exists once, no reached level is left pending, every invariant holds, no process remains, and the same command restarts the
 * server within five seconds.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { OrderLoad } from '@candor/testing/order-load.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import {
  becomesReady,
  freePort,
  leftovers,
  makeDataFolder,
  postmasterOf,
  processesOf,
  startServer,
} from '@candor/testing/running-server.ts';

const run = promisify(execFile);
const AUDIT = fileURLToPath(new URL('audit.ts', import.meta.url));
const readyWithinMs = () => grantedMs(5000);
const LOAD_MS = 1500;
/** How long a killed server's database waits for the next server before it stops itself. */
const GUARD_MS = 12_000;

const folder = makeDataFolder();
let port = 0;
let server: RunningServer;

async function start(): Promise<void> {
  server = await startServer({ data: folder.path, port });
}

beforeAll(async () => {
  port = await freePort();
  await start();
});

afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
  expect(await leftovers(folder.path, GUARD_MS)).toEqual([]);
  folder.remove();
});

/** Causes the failure under load, and then requires that every acknowledged order exists once. */
async function underLoad(violation: () => Promise<void>): Promise<void> {
  const load = new OrderLoad(server.origin);
  await load.start();
  await delay(LOAD_MS);
  await violation();
  await delay(LOAD_MS / 2);
  await load.stop();
  expect(load.unexpected).toEqual([]);
  expect(load.acknowledged.length).toBeGreaterThan(20);
  for (const order of load.acknowledged) expect(await load.repeat(order)).toBe(order.order);
  const kept = new Set<string>();
  for (const token of new Set(load.acknowledged.map((order) => order.token))) {
    for (const id of await load.orderIds(token)) kept.add(id);
  }
  const acknowledged = load.acknowledged.map(
    (order) => (JSON.parse(order.order) as { message: { id: string } }).message.id,
  );
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  await booksBalance();
  await auditHolds();
}

/** Once the engine has caught up, the audit finds no reached level that is still pending, and no order that filled twice. */
async function auditHolds(): Promise<void> {
  await vi.waitFor(
    async () => {
      const audit = await run(process.execPath, [AUDIT, '--data', folder.path]).catch(
        (error: { stdout: string }) => error,
      );
      expect(audit.stdout).toContain('Every invariant holds.');
    },
    { timeout: grantedMs(30_000), interval: 1000 },
  );
}

/** Evaluates the ledger's invariants L1 and L2 in the database. */
async function booksBalance(): Promise<void> {
  const { port: databasePort, ownerPassword } = JSON.parse(
    readFileSync(join(folder.path, 'postgres.json'), 'utf8'),
  ) as { port: number; ownerPassword: string };
  const client = new pg.Client({
    connectionString: `postgres://candor_owner:${ownerPassword}@127.0.0.1:${databasePort}/candor`,
  });
  await client.connect();
  try {
    const unbalanced = await client.query(
      'select currency, sum(amount) from posting group by currency having sum(amount) <> 0',
    );
    const apart = await client.query(
      `select book, account, currency from
        (select book, account, currency, sum(amount) as amount from posting where not is_house(account) group by 1, 2, 3) p
        full join balance b using (book, account, currency)
        where coalesce(p.amount, 0) <> coalesce(b.amount, 0)`,
    );
    expect({ unbalanced: unbalanced.rows, apart: apart.rows }).toEqual({ unbalanced: [], apart: [] });
  } finally {
    await client.end();
  }
}

describe('a server under load', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)(
    'drains on %s, leaves no process behind, and starts again with the same command',
    async (signal) => {
      await underLoad(async () => {
        server.process.kill(signal);
        expect(await server.ended).toBe(0);
        expect(await leftovers(folder.path, 2000)).toEqual([]);
        await start();
        expect(server.readyMs).toBeLessThan(readyWithinMs());
      });
    },
  );

  test('loses no acknowledged order after kill -9', async () => {
    await underLoad(async () => {
      server.process.kill('SIGKILL');
      await server.ended;
      await start();
      expect(server.readyMs).toBeLessThan(readyWithinMs());
    });
  });

  test('becomes ready again in the same process after kill -9 of PostgreSQL', async () => {
    await underLoad(async () => {
      const killed = postmasterOf(folder.path);
      process.kill(killed, 'SIGKILL');
      const atMs = performance.now();
      // A busy machine takes a moment to detect the failure, and until then reports that it is ready.
      await vi.waitFor(() => expect(postmasterOf(folder.path)).not.toBe(killed), {
        timeout: readyWithinMs(),
        interval: 20,
      });
      await becomesReady(server.origin, readyWithinMs());
      expect(performance.now() - atMs).toBeLessThan(readyWithinMs());
      expect(server.process.exitCode).toBeNull();
    });
  });

  test('recovers from kill -9 of server and database', async () => {
    await underLoad(async () => {
      process.kill(postmasterOf(folder.path), 'SIGKILL');
      server.process.kill('SIGKILL');
      await server.ended;
      await start();
      expect(server.readyMs).toBeLessThan(readyWithinMs());
    });
  });
});

test('stops the database of a killed server that is not restarted', async () => {
  server.process.kill('SIGKILL');
  await server.ended;
  expect(await leftovers(folder.path, GUARD_MS)).toEqual([]);
  await start();
});

test('rejects a second server on the same data folder with an error message', async () => {
  const other = await startServer({ data: folder.path, port: await freePort() }).catch(
    (error: Error) => error.message,
  );
  expect(other).toMatch(
    /^expected the server to become ready, but it exited with 2:\nAnother server \(process \d+\) runs on the data folder/,
  );
  expect(other).not.toMatch(/\n\s+at /);
  expect(processesOf(folder.path).length).toBeGreaterThan(1);
  await becomesReady(server.origin, 1000);
});

describe('npm start', () => {
  const fresh = makeDataFolder();
  afterAll(() => fresh.remove());

  test.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves no process behind after %s to npm',
    async (signal) => {
      const npm = await startServer({
        data: fresh.path,
        port: await freePort(),
        through: ['npm', 'start', '--'],
      });
      npm.process.kill(signal);
      await npm.ended;
      expect(await leftovers(fresh.path, 5000)).toEqual([]);
    },
  );
});
