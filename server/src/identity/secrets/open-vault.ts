/**
 * Opens the vault of a database. The database records which key is current, by its fingerprint. For each later key, it stores the
 * material of the previous one, encrypted with the later one. A server with another key could open nothing and would seal data
 * that other servers can't open, so it does not start.
 */
import type { Pool } from '../../db/pool.ts';
import { completeVaultKey, readVaultKey, vaultKey } from './vault-key.ts';
import { Vault, inheritedBy, vaultFingerprint } from './vault.ts';

export type VaultGeneration = {
  readonly number: number;
  readonly fingerprint: Buffer;
  readonly hashing: Buffer;
  /** Null once nothing is sealed with the previous key any more. */
  readonly sealingBefore: Buffer | null;
};
type Db = Pick<Pool, 'query'>;
type From = { readonly given: Buffer | undefined; readonly dataFolder: string };

const WRONG_KEY =
  'The vault key is not the one with which this database sealed authenticators, documents and bank cards. Pass the ' +
  'correct key as VAULT_KEY, or restore the file keys/vault.key from a backup.';

/** Returns the newest key after a rotation, or undefined if there was no rotation. */
export async function newestGeneration(db: Db): Promise<VaultGeneration | undefined> {
  const { rows } = await db.query<VaultGeneration>(
    `select number, fingerprint, hashing, sealing_before as "sealingBefore" from vault_generation
      order by number desc limit 1`,
  );
  return rows[0];
}

/**
 * Opens the vault with its key. The key is created only if the database has nothing sealed, and only if `mayCreate` allows it.
 */
export async function openVault(
  db: Db,
  { given, dataFolder, mayCreate }: From & { readonly mayCreate: boolean },
): Promise<{ readonly vault: Vault; readonly key: Buffer }> {
  const newest = await newestGeneration(db);
  if (newest !== undefined) {
    if (given === undefined) completeVaultKey(dataFolder, (key) => isCurrent(key, newest));
    const key = readVaultKey({ given, dataFolder });
    if (!isCurrent(key, newest)) throw new Error(await whyNot(db, key, newest));
    return { vault: new Vault(key, inheritedBy(key, newest)), key };
  }
  const key = mayCreate
    ? vaultKey({ given, dataFolder, isSealed: await isSealed(db) })
    : readVaultKey({ given, dataFolder });
  const vault = new Vault(key);
  await checkVaultKey(db, vault);
  return { vault, key };
}

const isCurrent = (key: Buffer, { fingerprint }: Pick<VaultGeneration, 'fingerprint'>): boolean =>
  vaultFingerprint(key).equals(fingerprint);

async function whyNot(db: Db, key: Buffer, { number }: VaultGeneration): Promise<string> {
  const { rowCount } = await db.query(
    `select from vault_key where fingerprint = $1 union all select from vault_generation where fingerprint = $1`,
    [vaultFingerprint(key)],
  );
  if (rowCount === 0) return WRONG_KEY;
  return `The vault key was replaced: this database needs key ${number}, and this is an older one. Pass the new key as VAULT_KEY, or restore the file keys/vault.key from a backup made after the change.`;
}

/** Whether a database has recorded its key. Nothing is sealed before that. */
export async function isSealed(db: Db): Promise<boolean> {
  return (await db.query('select from vault_key')).rowCount !== 0;
}

/** Records the first key of a database. Throws if the database has a different one. */
export async function checkVaultKey(db: Db, vault: Vault): Promise<void> {
  await db.query('insert into vault_key (fingerprint) values ($1) on conflict do nothing', [
    vault.fingerprint,
  ]);
  const found = await db.query<{ fingerprint: Buffer }>('select k.fingerprint from vault_key k');
  if (found.rows[0]?.fingerprint.equals(vault.fingerprint) !== true) throw new Error(WRONG_KEY);
}
