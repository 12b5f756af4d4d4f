/**
 * Replaces a key with a new one while no server runs. The new key is in its file before it is stated, and the database says which
 * key is current, so that after a crash at any point there is one current key and its file exists.
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
  /** Connects as the database owner. */
  readonly pool: Pool;
  readonly folder: string;
  readonly purpose: FilePurpose;
  readonly sinceMs: number;
  readonly record: Recording;
};

/**
 * Returns why the platform's keys can't be replaced now, or undefined if they can. A running server would continue to sign with
 * the old key in its memory.
 */
export async function whyNotNow(pool: Pick<Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ others: number }>(
    // An owner who may not see the sessions of others sees their user but not their type. PostgreSQL's own worker processes have
    // no user.
    `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (backend_type = 'client backend' or backend_type is null and usesysid is not null)`,
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return undefined;
  return `Stop every server first: ${others} other connections to the database are open.`;
}

/** Replaces the key and returns the new one as stated. Throws if the current key is not in its file. */
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
  // A file left behind by an earlier attempt contains a key that was never stated, because `settle` would otherwise have used it.
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
