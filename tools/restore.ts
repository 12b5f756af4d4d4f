/**
 * `npm run restore -- --from <backup> --archive <folder> --keys <folder> --data <new folder> [--time <ISO time>]`: makes a data
 * folder from a base backup and the archive of WAL, as it was at that second or at the end of the archive, and audits it. It
 * never touches the folder of a running server: the target must be new.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../server/src/db/postgres.ts';
import { settleHome } from '../server/src/db/postgres-home.ts';
import { recoverySettings } from '../server/src/db/wal-archive.ts';

const run = promisify(execFile);
const AUDIT = fileURLToPath(new URL('audit.ts', import.meta.url));
const BREACHES = 1;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    archive: { type: 'string' },
    keys: { type: 'string' },
    data: { type: 'string' },
    time: { type: 'string' },
  },
});
const from = folderOf('from');
const archive = folderOf('archive');
const data = folderOf('data');
const backup = await backupIn(from);
const toTime = values.time === undefined ? undefined : timeOf(values.time, backup.ended);
if ((await readdir(data).catch(() => [])).length > 0)
  stop(`${data} is not empty. Restore into a new folder.`);

await mkdir(data, { recursive: true, mode: 0o755 });
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const home = await settleHome(data, log);
await cp(join(from, 'postgres'), home.cluster, { recursive: true });
await writeFile(join(home.cluster, 'recovery.signal'), '');
await cp(join(from, 'postgres.json'), join(data, 'postgres.json'));
const { uid, gid } = home.account;
if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, home.cluster]);
await run('chmod', ['700', home.cluster]);
if (values.keys !== undefined) await cp(resolve(values.keys), data, { recursive: true });

const began = Date.now();
const postgres = await startPostgres({
  directory: data,
  log,
  settings: recoverySettings(await readableArchive(), toTime),
}).catch(async () => stop(await whyNot()));
const client = new pg.Client({ connectionString: postgres.ownerUrl });
await client.connect();
const newest = await recovered(client);
await client.end();
process.stdout.write(
  `Restored ${data} in ${((Date.now() - began) / 1000).toFixed(1)} s. Its newest transaction is from ${newest}.\n`,
);
if (values.keys === undefined)
  process.stdout.write('  copy the keys into it before you start a server; it does not start without them\n');
process.exitCode = await audit();
await postgres.stop();

/** Waits until the database accepts writes, and returns the time of the newest transaction that it has. */
async function recovered(of: pg.Client): Promise<string> {
  for (;;) {
    const found = await of.query<{ going: boolean; newest: Date | null }>(
      'select pg_is_in_recovery() as going, pg_last_xact_replay_timestamp() as newest',
    );
    const row = found.rows[0];
    if (row?.going === false) return row.newest?.toISOString() ?? backup.ended;
    await delay(100);
  }
}

async function audit(): Promise<number> {
  try {
    const { stdout } = await run(process.execPath, [AUDIT, '--data', data]);
    process.stdout.write(stdout);
    return 0;
  } catch (error) {
    process.stdout.write((error as { stdout?: string }).stdout ?? String(error));
    return BREACHES;
  }
}

/** PostgreSQL reads the archive as its own account. */
async function readableArchive(): Promise<string> {
  const found = await stat(archive).catch(() => stop(`There is no archive in ${archive}.`));
  if (uid !== undefined && found.uid !== uid) await run('chown', ['-R', `${uid}:${gid}`, archive]);
  return archive;
}

/** The reason in PostgreSQL's log, such as an archive that ends before the time. */
async function whyNot(): Promise<string> {
  const text = await readFile(join(data, 'postgres.log'), 'utf8').catch(() => '');
  const last = text.split('\n').findLast((line) => line.includes('FATAL'));
  return `The database could not be restored: ${last?.replace(/^.*FATAL:\s*/, '') ?? 'PostgreSQL did not start'}. Its log is ${join(data, 'postgres.log')}.`;
}

async function backupIn(folder: string): Promise<{ readonly ended: string }> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8').catch(() =>
    stop(`${folder} has no complete backup: there is no backup.json in it.`),
  );
  return JSON.parse(text) as { ended: string };
}

function timeOf(text: string, ended: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return stop(`--time must look like ${ended}, not "${text}".`);
  if (ms < Date.parse(ended))
    return stop(`This backup can be restored from ${ended} on; ${text} needs an older backup.`);
  // In the format that PostgreSQL's settings require.
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00');
}

function folderOf(name: 'from' | 'archive' | 'data'): string {
  const given = values[name];
  return given === undefined ? stop(`Name a folder with --${name}.`) : resolve(given);
}

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
