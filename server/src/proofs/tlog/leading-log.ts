/** The transparency log in the process that leads: its key, its witnesses, and the periodic work. */
import { untilStarted } from '../../db/periodic.ts';
import type { Pool } from '../../db/pool.ts';
import { openLogSigner } from './log-key.ts';
import type { LogSigner } from './log.ts';
import { readWitnessKey, vkeyOf } from './note.ts';
import { haveOwnWitnesses, startOwnWitnesses } from './own-witnesses.ts';
import type { OwnWitnesses } from './own-witnesses.ts';
import { publishLog } from './publishing.ts';
import type { LogWitness } from './witnesses.ts';

/** The configured witnesses: a demo's own, or those with these keys and addresses. */
export type WitnessConfig = 'own' | readonly { readonly vkey: string; readonly url: string }[];

export type LeadingLogDeps = {
  readonly pool: Pool;
  readonly dataFolder: string;
  /** The log's name; derived from its first key if absent. */
  readonly origin: string | undefined;
  readonly witnesses: WitnessConfig;
  /** The house's time, for the key and the log's own dates. */
  readonly now: () => number;
  /** The wall clock, by which witnesses date their cosignatures. */
  readonly wallNow: () => number;
  readonly report: (text: string) => void;
};

export type LeadingLog = { stop(): Promise<void> };

const LOST_WITNESSES =
  'expected the folder “witnesses” with the keys of the witnesses that cosigned this log, found none or others. Restore it from ' +
  'a backup: whoever knows the old keys would not accept new ones';

/** Returns the keys of those witnesses in the log's policy that the platform runs itself. */
async function ownWitnessKeys(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ vkey: string }>('select vkey from tlog_witness where own');
  return rows.map(({ vkey }) => vkey);
}

/** Starts to append entries and to collect cosignatures. A demo's own witnesses start in the background. */
export async function leadLog(deps: LeadingLogDeps): Promise<LeadingLog> {
  const { pool, now, wallNow, report } = deps;
  const signer = await openLogSigner(pool, { ...deps, nowMs: now() });
  const known = deps.witnesses === 'own' ? await ownWitnessKeys(pool) : [];
  if (known.length > 0 && !haveOwnWitnesses(deps.dataFolder)) throw new Error(LOST_WITNESSES);
  let own: OwnWitnesses | undefined;
  let witnesses: readonly LogWitness[] = [];
  const ending = new AbortController();
  const opening = untilStarted(
    async () => {
      // An earlier attempt may have left a program running that does not listen.
      await own?.stop();
      own = deps.witnesses === 'own' && !ending.signal.aborted ? startOwn(deps, signer) : undefined;
      const opened = own === undefined ? givenWitnesses(deps.witnesses) : await own.listening;
      if (known.some((vkey) => opened.every((witness) => witness.vkey !== vkey)))
        throw new Error(LOST_WITNESSES);
      await storeWitnesses(pool, opened, own !== undefined);
      witnesses = opened;
    },
    {
      signal: ending.signal,
      onError: ({ message }) =>
        report(`transparency log: failed to start the witnesses (retrying): ${message}`),
    },
  );
  const publishing = publishLog({ pool, signer, witnesses: () => witnesses, now, wallNow, report });
  return {
    stop: async () => {
      ending.abort();
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
