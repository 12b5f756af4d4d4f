/**
 * Replaces the vault's key while no server runs. The new key is written to its file before the database records it. The
 * record includes the key material that opens the old data, encrypted with the new key. After a crash at any point, one
 * key therefore opens everything, and the command can be run again to continue.
 */
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { isSealed, newestGeneration, openVault } from '../identity/secrets/open-vault.ts';
import { completeVaultKey, makeNextVaultKey } from '../identity/secrets/vault-key.ts';
import { vaultFingerprint, vaultSigningSeed } from '../identity/secrets/vault.ts';
import { introduceKey, stateNextKey, statedKeys } from '../proofs/keys/key-changes.ts';
import type { Recording } from '../proofs/keys/rotation.ts';
import { signingKeyOf } from '../proofs/keys/signing-key.ts';
import { countOld, resealAll } from './resealing.ts';
import type { TaskResult } from './sayings.ts';

export type VaultRotation = {
  /** Connects as the database owner. */
  readonly pool: Pool;
  readonly folder: string;
  /** The key and the next key, if they are not in files. */
  readonly given: Buffer | undefined;
  readonly next: Buffer | undefined;
  readonly nowMs: number;
  readonly record: Recording;
};

const NO_NEXT =
  'VAULT_KEY is given, so give the new key too, as VAULT_KEY_NEXT, such as "openssl rand -base64 32" prints. Store it before you run this.';
const SAME = 'VAULT_KEY_NEXT must differ from the present key of the vault.';

/** Replaces the key, or completes a replacement that was interrupted. */
export async function rotateVaultKey(rotation: VaultRotation): Promise<TaskResult> {
  const { pool, folder, given, next } = rotation;
  const before = await newestGeneration(pool);
  const isUnfinished = before !== undefined && before.sealingBefore !== null;
  if (!isUnfinished) {
    if (!(await isSealed(pool)))
      return { done: false, text: 'The vault has no key to replace: no server has started yet.' };
    if (given !== undefined && next === undefined) return { done: false, text: NO_NEXT };
    if (given !== undefined && next?.equals(given)) return { done: false, text: SAME };
    await stateNext(rotation);
  }
  // After a crash, the next key may already be the current one.
  const current = await currentGiven(rotation);
  const { vault } = await openVault(pool, { given: current, dataFolder: folder, mayCreate: false });
  const rows = await resealAll(pool, vault);
  await inTransaction(pool, async (connection) => {
    if ((await countOld(connection, vault)) > 0)
      throw new Error('expected all data to be sealed with the next key, found some sealed with the old one');
    await connection.query(
      'update vault_generation set sealing_before = null where sealing_before is not null',
    );
  });
  const number = (await newestGeneration(pool))?.number;
  const where =
    given === undefined
      ? 'Start the server, and back up keys/vault.key. Earlier backups of the database still need the keys that were kept as keys/vault.key.before-<n>; the one with the greatest number is the newest.'
      : 'Start the server with the new key as VAULT_KEY. Earlier backups of the database still need the old one.';
  return { done: true, text: `Sealed ${rows} rows again with key ${number} of the vault. ${where}` };
}

/** Returns the given key that is current, or undefined if the keys are in files. */
async function currentGiven({ pool, given, next }: VaultRotation): Promise<Buffer | undefined> {
  if (given === undefined) return undefined;
  const newest = await newestGeneration(pool);
  return next !== undefined && newest?.fingerprint.equals(vaultFingerprint(next)) ? next : given;
}

async function stateNext(rotation: VaultRotation): Promise<void> {
  const { pool, folder, given, nowMs, record } = rotation;
  const { vault, key } = await openVault(pool, { given, dataFolder: folder, mayCreate: false });
  const next = given === undefined ? makeNextVaultKey(folder) : rotation.next;
  if (next === undefined) throw new Error(NO_NEXT);
  const { number, hashing, sealingBefore } = vault.handOver(next);
  const signers = { before: signingKeyOf(vaultSigningSeed(key)), next: signingKeyOf(vaultSigningSeed(next)) };
  await inTransaction(pool, async (connection) => {
    await connection.query(
      `insert into vault_generation (number, fingerprint, hashing, sealing_before, since_ms)
        values ($1, $2, $3, $4, $5)`,
      [number, vaultFingerprint(next), hashing, sealingBefore, nowMs],
    );
    await introduceKey(connection, signers.before, { purpose: 'vault', nowMs });
    const last = (await statedKeys(connection, 'vault')).at(-1);
    if (last?.number !== number - 1 || !last.publicKey.equals(signers.before.publicKey))
      throw new Error(`expected key ${number - 1} of the vault to be the last one stated, found another`);
    const change = { purpose: 'vault', number, sinceMs: Math.max(nowMs, last.sinceMs) } as const;
    await stateNextKey(connection, signers, change);
    const [old, made] = [signers.before.publicKey, signers.next.publicKey];
    await record(connection, { before: old, next: made, number });
  });
  const fingerprint = vaultFingerprint(next);
  if (given === undefined) completeVaultKey(folder, (one) => vaultFingerprint(one).equals(fingerprint));
}
