import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';

let parent = '';
let directory = '';

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'candor postgres-'));
  await chmod(parent, 0o755);
  directory = join(parent, 'data folder');
});

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function within<Value>(ms: number, attempt: () => Promise<Value>): Promise<Value> {
  const deadline = Date.now() + ms;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('starts, is adopted by a second start, survives kill -9, and leaves no process after it is stopped', async () => {
  const first = await startPostgres({ directory });
  await ask(first.ownerUrl, 'create table kept as select 1 as n');
  expect(await ask(first.url, 'select current_user, current_database()')).toEqual(['candor_app', 'candor']);
  expect(await ask(first.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([false]);

  const adopter = await startPostgres({ directory });
  expect(adopter.pid()).toBe(first.pid());
  expect(adopter.url).toBe(first.url);

  const killed = first.pid();
  process.kill(killed, 'SIGKILL');
  expect(await within(5000, () => ask(first.ownerUrl, 'select n from kept'))).toEqual([1]);
  await within(5000, async () => expect(first.pid()).not.toBe(killed));

  await Promise.all([first.stop(), adopter.stop()]);
  expect(isAlive(first.pid())).toBe(false);

  const again = await startPostgres({ directory });
  expect(await ask(again.ownerUrl, 'select n from kept')).toEqual([1]);
  await again.stop();
});

test('stores credentials readable only by their owner, and syncs every commit', async () => {
  const postgres = await startPostgres({ directory });
  expect((await stat(join(directory, 'postgres.json'))).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).not.toContain('postgres.unfinished');
  const settings = await ask(
    postgres.url,
    "select name || '=' || current_setting(name) from unnest(array['fsync','synchronous_commit','max_wal_size','wal_compression','shared_buffers','max_connections']) name",
  );
  await postgres.stop();
  expect(settings).toEqual([
    'fsync=on',
    'synchronous_commit=on',
    'max_wal_size=256MB',
    'wal_compression=pglz',
    'shared_buffers=256MB',
    'max_connections=100',
  ]);
});

test.runIf(process.getuid?.() === 0)(
  'runs from a data folder that its account cannot enter, and reports the database’s actual location',
  async () => {
    const hidden = join(parent, 'hidden');
    const lines: string[] = [];
    const started = await startPostgres({ directory: hidden, log: (line) => lines.push(line) });
    await started.stop();
    expect(lines).toEqual([]);

    await chmod(parent, 0o700);
    const unreachable = join(parent, 'unreachable');
    const elsewhere = await startPostgres({ directory: unreachable, log: (line) => lines.push(line) });
    expect(await ask(elsewhere.url, 'select 1')).toEqual([1]);
    await elsewhere.stop();
    await chmod(parent, 0o755);
    expect(lines).toEqual([expect.stringContaining('(keeping the cluster in /var/lib/candor/')]);
    const place = lines[0]?.split('(keeping the cluster in ')[1]?.slice(0, -1) ?? '';
    await rm(join(place, '..'), { recursive: true });
  },
);

test('rejects a data folder from before the first release and leaves it unchanged', async () => {
  const older = join(parent, 'older');
  const made = await startPostgres({ directory: older });
  await made.stop();
  await rm(join(older, 'postgres', 'candor-release'));
  const before = await contentsOf(older);
  await expect(startPostgres({ directory: older })).rejects.toThrow(
    `the database in ${join(older, 'postgres')} was made by a version before 0.2.0, which this one does not read. Nothing in it was changed.`,
  );
  expect(await contentsOf(older)).toEqual(before);
});

/** Lists the files with their sizes and modification times. */
async function contentsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs, isFile } = await stat(join(folder, name)).then((found) => ({
        size: found.size,
        mtimeMs: found.mtimeMs,
        isFile: found.isFile(),
      }));
      return isFile ? `${name} ${size} ${mtimeMs}` : name;
    }),
  );
}
