/**
 * Replaces a key by a new one while no server runs. The new key is in its file before it is stated, and the database says which
 * key signs, so that a crash at any moment leaves one key that signs and its file.
 */
import { rmSync } from 'node:fs';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { stateNextKey, statedKeys } from './key-changes.ts';
import type { StatedKey } from './key-changes.ts';
import { nextFileOf, settle } from './kept-keys.ts';
import type { FilePurpose } from './kept-keys.ts';
import { openSigningKey } from './signing-key.ts';

/** Writes the operators' record of the change, in the change's own transaction. */
export type Recording = (
  connection: Connection,
  keys: { readonly before: Uint8Array; readonly next: Uint8Array; readonly number: number },
) => Promise<void>;

export type Rotating = {
  /** The owner's. */
  readonly pool: Pool;
  readonly folder: string;
  readonly purpose: FilePurpose;
  readonly sinceMs: number;
  readonly record: Recording;
};

/** Why the platform's keys can't be replaced now; undefined if they can. A server in memory would continue with the old key. */
export async function whyNotNow(pool: Pick<Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ others: number }>(
    // An owner who may not see the sessions of others sees their user, but not their type. Workers have no user.
    `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (backend_type = 'client backend' or backend_type is null and usesysid is not null)`,
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return undefined;
  return `Stop every server first: ${others} other connections to the database are open.`;
}

/** Returns the new key as stated. Throws if the key that signs now is not in its file. */
export async function rotateSigningKey({
  pool,
  folder,
  purpose,
  sinceMs,
  record,
}: Rotating): Promise<StatedKey> {
  const newest = (await statedKeys(pool, purpose)).at(-1);
  if (newest === undefined)
    throw new Error(`expected a key of the ${purpose} to replace, found none: no server has signed yet`);
  const before = settle({ folder, purpose, signedBefore: undefined }, newest);
  const waiting = nextFileOf(folder, purpose);
  // One that an earlier attempt left behind was never stated, or `settle` would have taken it.
  rmSync(waiting, { force: true });
  const next = openSigningKey(waiting);
  const number = newest.number + 1;
  const change = { purpose, number, sinceMs: Math.max(sinceMs, newest.sinceMs) };
  await inTransaction(pool, async (connection) => {
    await stateNextKey(connection, { before, next }, change);
    await record(connection, { before: before.publicKey, next: next.publicKey, number });
  });
  const stated = (await statedKeys(pool, purpose)).at(-1);
  if (stated?.number !== number) throw new Error(`expected the stated key ${number}, found another`);
  settle({ folder, purpose, signedBefore: undefined }, stated);
  return stated;
}
