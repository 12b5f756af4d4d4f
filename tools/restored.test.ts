/**
 * Rehearses the loss of a machine: customers trade while a backup is made and after it, and the database is restored from the
 * backup and the archive to a second in between. The restored database has everything that was acknowledged before that second
 * and nothing that was ordered after it, the audit finds no violation, and a server starts on it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderLoad } from '@candor/testing/order-load.ts';
import type { Acknowledged } from '@candor/testing/order-load.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';

const run = promisify(execFile);
const tool = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url));
const folder = makeDataFolder();
const restored = makeDataFolder();
const apart = mkdtempSync(join(tmpdir(), 'candor-backup-'));
const [archive, backups, keys] = ['wal', 'backups', 'keys'].map((name) => join(apart, name)) as [
  string,
  string,
  string,
];
let server: RunningServer;

beforeAll(async () => {
  // PostgreSQL's own account writes the archive.
  await run('chmod', ['755', apart]);
  server = await startServer({ data: folder.path, port: await freePort(), more: ['--wal-archive', archive] });
});
afterAll(() => {
  for (const made of [folder, restored]) made.remove();
  rmSync(apart, { recursive: true, force: true });
});

function idsOf(acknowledged: readonly Acknowledged[]): string[] {
  return acknowledged.map(({ order }) => (JSON.parse(order) as { message: { id: string } }).message.id);
}

async function ordersOf(data: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: await ownersUrl(data) });
  await client.connect();
  const found = await client.query<{ id: string }>('select id from spot_order');
  await client.end();
  return new Set(found.rows.map(({ id }) => id));
}

test('restores everything acknowledged before a given second, and nothing after it, with all invariants intact', async () => {
  const load = new OrderLoad(server.origin);
  await load.start();
  await delay(2000);
  const { stdout: backedUp } = await run(process.execPath, [
    ...[tool('backup'), '--data', folder.path, '--to', backups, '--keys', keys],
  ]);
  expect(backedUp).toContain('it can be restored to any second from');
  // A random moment while customers trade.
  await delay(1000 + Math.random() * 4000);
  const acknowledged = idsOf(load.acknowledged);
  const target = new Date(Date.now() + 1);
  // An order in flight at that second may have been committed before it; orders after this delay were not.
  await delay(1500);
  const before = load.acknowledged.length;
  await expect.poll(() => load.acknowledged.length - before, { timeout: 30_000 }).toBeGreaterThan(50);
  await load.stop();
  const later = idsOf(load.acknowledged.slice(before));
  expect(acknowledged.length).toBeGreaterThan(20);
  // A segment is archived when it is full or a minute old; a machine that fails later than that loses nothing of these
  // seconds.
  const client = new pg.Client({ connectionString: await ownersUrl(folder.path) });
  await client.connect();
  await client.query('select pg_switch_wal()');
  await expect
    .poll(
      async () =>
        (await client.query<{ n: string }>('select archived_count as n from pg_stat_archiver')).rows[0]?.n,
      {
        timeout: 30_000,
      },
    )
    .not.toBe('0');
  await delay(2000);
  await client.end();
  server.process.kill('SIGKILL');
  await server.ended;

  const [name] = readdirSync(backups);
  const { stdout } = await run(process.execPath, [
    ...[tool('restore'), '--from', join(backups, name ?? ''), '--archive', archive, '--keys', keys],
    ...['--data', restored.path, '--time', target.toISOString()],
  ]);
  expect(stdout).toContain('Every invariant holds.');

  const again = await startServer({ data: restored.path, port: await freePort() });
  const kept = await ordersOf(restored.path);
  expect(acknowledged.filter((order) => !kept.has(order))).toEqual([]);
  expect(later.filter((order) => kept.has(order))).toEqual([]);
  again.process.kill('SIGTERM');
  expect(await again.ended).toBe(0);
}, 300_000);

test.for([
  [['backup', '--data', folder.path], 'Name the folder for the backup'],
  [['backup', '--data', folder.path, '--to', join(folder.path, 'x')], 'lost together with it'],
  [
    ['backup', '--data', folder.path, '--to', backups, '--keys', join(backups, 'keys')],
    'Keep the keys apart',
  ],
  [['restore', '--from', backups, '--archive', archive, '--data', '/tmp/nowhere-yet'], 'no complete backup'],
] as const)('refuses %j', async ([args, sentence]) => {
  const [name, ...rest] = args;
  mkdirSync(backups, { recursive: true });
  const failed = await run(process.execPath, [tool(name), ...rest]).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(failed).toMatchObject({ code: 2 });
  expect(failed.stderr).toContain(sentence);
});

test('keeps the keys out of the backup', () => {
  const [name] = readdirSync(backups).filter((one) => !one.endsWith('.unfinished'));
  const files = readdirSync(join(backups, name ?? ''), { recursive: true }).map(String);
  expect(files.filter((file) => /\.(pem|key)$/.test(file))).toEqual([]);
  expect(readdirSync(keys)).toEqual(expect.arrayContaining(['tape-signing-key.pem', 'log-signing-key.pem']));
  expect(readFileSync(join(backups, name ?? '', 'backup.json'), 'utf8')).toContain('"files"');
});
