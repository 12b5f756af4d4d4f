/** The transparency log while a process leads: its key, its witnesses, and the work that repeats. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../db/pool.ts';
import { openSigningKey } from '../quotes/signing-key.ts';
import type { SigningKey } from '../quotes/signing-key.ts';
import type { LogSigner } from './log.ts';
import { isOfLog, readWitnessKey, vkeyOf } from './note.ts';
import { startOwnWitnesses } from './own-witnesses.ts';
import type { OwnWitnesses } from './own-witnesses.ts';
import { publishLog } from './publishing.ts';
import type { LogWitness } from './witnesses.ts';

const KEY_FILE = 'log-signing-key.pem';
const ORIGIN_KEY_BYTES = 4;

/** The witnesses by the configuration: a demo's own, or those with these keys and addresses. */
export type WitnessConfig = 'own' | readonly { readonly vkey: string; readonly url: string }[];

export type LeadingLogDeps = {
  readonly pool: Pool;
  readonly dataFolder: string;
  /** The log's name; derived from its key if absent. */
  readonly origin: string | undefined;
  readonly witnesses: WitnessConfig;
  readonly now: () => number;
  readonly report: (text: string) => void;
};

export type LeadingLog = { stop(): Promise<void> };

/** Opens the log's key. A log that has signed something must keep its key: with another one it would be another log. */
export async function openLogSigner(
  pool: Pool,
  dataFolder: string,
  origin: string | undefined,
): Promise<LogSigner> {
  const path = join(dataFolder, KEY_FILE);
  if (!existsSync(path)) {
    const { rows } = await pool.query<{ size: string }>(
      'select max(size) as size from tlog_checkpoint having count(*) > 0',
    );
    const [signed] = rows;
    if (signed !== undefined) {
      throw new Error(
        `expected the transparency log's key in ${path}, found none. The log has signed ${signed.size} entries with it; ` +
          'restore the file from a backup.',
      );
    }
  }
  const key = openSigningKey(dataFolder, KEY_FILE);
  const name = origin ?? originOf(key);
  const newest = await pool.query<{ note: string }>(
    'select note from tlog_checkpoint order by size desc limit 1',
  );
  const note = newest.rows[0]?.note;
  if (note !== undefined && !isOfLog(note, name, key.publicKey)) {
    throw new Error(
      `expected the key that signed the transparency log so far in ${path}, and its name, found another (${name}). ` +
        'Restore the file from a backup, and give the same --log-origin as before.',
    );
  }
  return { name, publicKey: key.publicKey, sign: (text) => key.sign(text) };
}

/** A demo's log is named after its key, so that no two demos have the same name. */
function originOf({ publicKey }: SigningKey): string {
  return `demo.candor/${Buffer.from(publicKey.subarray(0, ORIGIN_KEY_BYTES)).toString('hex')}`;
}

/** Starts to append and to collect cosignatures. A demo's own witnesses start in the background. */
export async function leadLog(deps: LeadingLogDeps): Promise<LeadingLog> {
  const { pool, now, report } = deps;
  const signer = await openLogSigner(pool, deps.dataFolder, deps.origin);
  const own = deps.witnesses === 'own' ? startOwn(deps, signer) : undefined;
  let witnesses: readonly LogWitness[] = [];
  const opening = (async () => {
    const opened = own === undefined ? givenWitnesses(deps.witnesses) : await own.listening;
    await storeWitnesses(pool, opened, own !== undefined);
    witnesses = opened;
  })().catch((error: Error) => report(`log: failed to start the witnesses: ${error.message}`));
  const publishing = publishLog({ pool, signer, witnesses: () => witnesses, now, report });
  return {
    stop: async () => {
      await publishing.stop();
      await own?.stop();
      await opening;
    },
  };
}

function startOwn({ dataFolder }: LeadingLogDeps, { name, publicKey }: LogSigner): OwnWitnesses {
  return startOwnWitnesses(dataFolder, { name, vkey: vkeyOf(name, 'log', publicKey) });
}

function givenWitnesses(given: WitnessConfig): readonly LogWitness[] {
  return (given === 'own' ? [] : given).map(({ vkey, url }) => {
    const key = readWitnessKey(vkey);
    if (key === undefined) throw new Error(`expected a witness's key, found "${vkey}"`);
    return { key, vkey, url };
  });
}

async function storeWitnesses(pool: Pool, witnesses: readonly LogWitness[], own: boolean): Promise<void> {
  const names = witnesses.map(({ key }) => key.name);
  await pool.query('delete from tlog_witness where name <> all ($1)', [names]);
  await pool.query(
    `insert into tlog_witness (name, vkey, url, own) select u.name, u.vkey, u.url, $4
      from unnest($1::text[], $2::text[], $3::text[]) as u (name, vkey, url)
      on conflict (name) do update set vkey = excluded.vkey, url = excluded.url, own = excluded.own`,
    [names, witnesses.map(({ vkey }) => vkey), witnesses.map(({ url }) => url), own],
  );
}
