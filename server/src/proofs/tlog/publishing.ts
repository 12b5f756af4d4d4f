/**
 * Publishes the log while this process leads the market: it appends to the transparency log every second, and has the new root
 * cosigned.
 */
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Pool } from '../../db/pool.ts';
import { appendToLog } from './log.ts';
import type { LogSigner } from './log.ts';
import { Cosigning } from './witnesses.ts';
import type { LogWitness } from './witnesses.ts';

const APPEND_EVERY_MS = 1_000;
const COSIGN_EVERY_MS = 1_000;

export type Publishing = {
  readonly pool: Pool;
  readonly signer: LogSigner;
  /** Returns the current witnesses. A demo's own start after the server. */
  readonly witnesses: () => readonly LogWitness[];
  readonly now: () => number;
  /** The wall clock, by which witnesses date their cosignatures. */
  readonly wallNow: () => number;
  readonly report: (text: string) => void;
};

/** Starts appending and cosigning. Stopping waits for the current run. */
export function publishLog({ pool, signer, witnesses, now, wallNow, report }: Publishing): Periodic {
  const failed = (what: string) => (error: Error) =>
    report(`transparency log: failed to ${what} (retrying): ${error.message}`);
  const cosigning = new Cosigning(pool, report, wallNow);
  let told = '';
  const append = async () => {
    await appendToLog(pool, signer, now(), false);
    const stuck = await stuckSources(pool);
    // A source that is stuck is retried at least once a minute, and reported only once.
    if (stuck !== '' && stuck !== told)
      report(`transparency log: failed to append entries (retrying): ${stuck}`);
    told = stuck;
  };
  const periodic = [
    every(APPEND_EVERY_MS, append, failed('append')),
    every(COSIGN_EVERY_MS, () => cosigning.cosign(witnesses()), failed('get its checkpoint cosigned')),
  ];
  return { stop: async () => void (await Promise.all(periodic.map((one) => one.stop()))) };
}

/** Returns the sources whose next entry can't be appended, each with its error, or an empty text if there is none. */
async function stuckSources(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ kind: string; error: string }>(
    'select kind, error from tlog_stuck order by kind',
  );
  return rows.map(({ kind, error }) => `${kind}: ${error}`).join('; ');
}
