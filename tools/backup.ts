/**
 * `npm run backup -- --data <folder> --to <folder>`: copies the embedded database of a running server, with what its WAL archive
 * needs to restore it to any later second (`restore.ts`). The copy does not contain the keys: `--keys <folder>` copies them to
 * another place, because anyone who has both can pretend to be the platform. The server keeps running meanwhile.
 */
import { copyFile, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { KEPT_APART, clusterOf } from './backup-files.ts';

/** PostgreSQL recreates these, or they are of use only to the running server. */
const EMPTY_FOLDERS = new Set([
  ...[
    'pg_wal',
    'pg_replslot',
    'pg_dynshmem',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
  ],
]);
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'backup_manifest',
]);

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '.data' },
    to: { type: 'string' },
    keys: { type: 'string' },
  },
});
if (values.to === undefined) stop('Name the folder for the backup: --to <folder>.');
const data = resolve(values.data);
const to = resolve(values.to as string);
if (isWithin(to, data)) stop('A backup inside the data folder would be lost with it; name another place.');
if (values.keys !== undefined && isWithin(resolve(values.keys), to))
  stop('Keep the keys apart from the backup: whoever has both can pretend to be the platform.');

const url = await ownersUrl(data).catch((error: Error) => stop(error.message));
const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  const archiving = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
  if (archiving.rows[0]?.mode !== 'on')
    stop('The database keeps no archive. Start the server with --wal-archive <folder>.');
  const begun = new Date();
  const target = join(to, begun.toISOString().replaceAll(/[:.]/g, '-'));
  const unfinished = `${target}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await client.query("select pg_backup_start('candor', fast => true)");
  const copied = await copyCluster(await clusterOf(data), join(unfinished, 'postgres'));
  const stopped = await client.query<{ lsn: string; labelfile: string }>(
    'select lsn, labelfile from pg_backup_stop()',
  );
  const { lsn, labelfile } = stopped.rows[0] as { lsn: string; labelfile: string };
  await writeFile(join(unfinished, 'postgres', 'backup_label'), labelfile, { mode: 0o600 });
  await copyFile(join(data, 'postgres.json'), join(unfinished, 'postgres.json'));
  const ended = new Date();
  const said = { begun: begun.toISOString(), ended: ended.toISOString(), lsn, ...copied };
  await writeFile(join(unfinished, 'backup.json'), `${JSON.stringify(said, undefined, 2)}\n`);
  await rename(unfinished, target);
  process.stdout.write(
    `Backed up ${copied.files} files, ${Math.round(copied.bytes / 1e6)} MB, in ${((ended.getTime() - begun.getTime()) / 1000).toFixed(1)} s.\n` +
      `  the backup: ${target}\n` +
      `  it can be restored to any second from ${ended.toISOString()} on\n`,
  );
  if (values.keys === undefined)
    process.stdout.write('  the keys are not in it; copy them to another place with --keys <folder>\n');
  else {
    await copyKeys(resolve(values.keys));
    process.stdout.write(`  the keys: ${resolve(values.keys)}\n`);
  }
} finally {
  await client.end();
}

/** Files may vanish or change during the copy; replaying the WAL since the start of the backup repairs them. */
async function copyCluster(from: string, into: string): Promise<{ files: number; bytes: number }> {
  const done = { files: 0, bytes: 0 };
  const walk = async (source: string, target: string): Promise<void> => {
    await mkdir(target, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const path = join(source, entry.name);
      if (LEFT_OUT.has(entry.name)) continue;
      if (entry.isDirectory()) {
        if (source === from && EMPTY_FOLDERS.has(entry.name))
          await emptyFolder(path, join(target, entry.name));
        else await walk(path, join(target, entry.name));
        continue;
      }
      const copied = await copyFile(path, join(target, entry.name)).then(() => true, vanished);
      if (!copied) continue;
      done.files += 1;
      done.bytes += (await stat(join(target, entry.name))).size;
    }
  };
  await walk(from, into);
  return done;
}

/** PostgreSQL expects the folders below `pg_wal` to exist. */
async function emptyFolder(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(source, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'pgsql_tmp')
      await mkdir(join(target, entry.name), { mode: 0o700 });
}

function vanished(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false;
  throw error;
}

async function copyKeys(into: string): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const copy = async (path: string): Promise<void> => {
    const source = join(data, path);
    const found = await stat(source).catch(() => undefined);
    if (found?.isDirectory() === true) {
      await mkdir(join(into, path), { recursive: true, mode: 0o700 });
      for (const name of await readdir(source)) await copy(join(path, name));
    } else if (found !== undefined) await copyFile(source, join(into, path));
  };
  for (const name of KEPT_APART) await copy(name);
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..');
}

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
