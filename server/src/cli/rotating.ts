/** Replaces the platform's keys on its own machine, as the owner of the database, while no server runs. */
import { migrate } from '../db/migrate.ts';
import { claimDataFolder } from '../db/pid-file.ts';
import { createPool } from '../db/pool.ts';
import { startPostgres } from '../db/postgres.ts';
import type { KeyPurpose } from '../proofs/keys/key-changes.ts';
import { rotateSigningKey, whyNotNow } from '../proofs/keys/rotation.ts';
import type { Recording } from '../proofs/keys/rotation.ts';
import { appendRecord } from '../operators/audit.ts';
import { tapeSignedUntilMs } from '../quotes/tape-key.ts';
import { BOOTSTRAP } from './adding.ts';
import { rotateVaultKey } from './rotating-vault.ts';
import type { TaskResult } from './sayings.ts';
import { unknown } from './words.ts';

export type KeyTask = { readonly kind: 'key rotate'; readonly purpose: KeyPurpose };

/** Parses "key rotate tape". */
export function readRotation(words: readonly string[]): KeyTask | string {
  const [, what, purpose, extra] = words;
  if (what !== 'rotate' || extra !== undefined) return unknown(words);
  if (purpose !== 'tape' && purpose !== 'log' && purpose !== 'vault')
    return 'Name the key: key rotate tape, key rotate log or key rotate vault.';
  return { kind: 'key rotate', purpose };
}

type Here = {
  readonly folder: string;
  readonly ownerUrl: string | undefined;
  readonly now: () => number;
  /** The vault's key and the next key, if they are not in files. */
  readonly vaultKey?: Buffer | undefined;
  readonly nextVaultKey?: Buffer | undefined;
};

/** Replaces a key. Starts the embedded database of the data folder if no other one is configured. */
export async function rotateHere(here: Here, { purpose }: KeyTask): Promise<TaskResult> {
  const { folder, ownerUrl } = here;
  const claim = claimDataFolder(folder);
  if ('takenBy' in claim)
    return { done: false, text: `Stop the server first; it is process ${claim.takenBy}.` };
  try {
    const postgres = ownerUrl === undefined ? await startPostgres({ directory: folder }) : undefined;
    const url = ownerUrl ?? postgres?.ownerUrl ?? '';
    try {
      await migrate(url);
      return await rotate(url, { ...here, purpose });
    } finally {
      await postgres?.stop();
    }
  } finally {
    claim.release();
  }
}

type Asked = Here & { readonly purpose: KeyPurpose };

async function rotate(
  url: string,
  { folder, purpose, now, vaultKey: given, nextVaultKey: next }: Asked,
): Promise<TaskResult> {
  const pool = createPool(url, { max: 1 });
  try {
    const refusal = await whyNotNow(pool);
    if (refusal !== undefined) return { done: false, text: refusal };
    if (purpose === 'vault') {
      const record = recordOf(purpose, now());
      return await rotateVaultKey({ pool, folder, given, next, nowMs: now(), record });
    }
    const sinceMs = purpose === 'tape' ? await tapeSignedUntilMs(pool) : now();
    const record = recordOf(purpose, now());
    const { number, publicKey } = await rotateSigningKey({ pool, folder, purpose, sinceMs, record });
    return {
      done: true,
      text: `Key ${number} of the ${purpose} signs from now on: ${publicKey.toString('hex')}. Start the server, and back up the data folder.`,
    };
  } finally {
    await pool.end();
  }
}

/** The audit log records the change as an action of the database owner. */
function recordOf(purpose: string, nowMs: number): Recording {
  return (connection, { before, next, number }) =>
    appendRecord(
      connection,
      {
        ...{ action: 'key.rotate', subject: `platform:key:${purpose}` },
        before: { key: Buffer.from(before).toString('hex') },
        after: { number, key: Buffer.from(next).toString('hex') },
        reason: undefined,
      },
      { operator: BOOTSTRAP, nowMs },
    );
}
