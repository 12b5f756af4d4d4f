/**
 * Encrypts data that must not be readable from the database, a backup or the disk alone: authenticator secrets, names and numbers
 * of documents, document images and bank cards. The key is stored outside the database, in the environment or in a file.
 *
 * Uses AES-256-GCM with a random nonce. Data sealed for one purpose, such as "kyc 100001", opens only for that purpose, so a row
 * copied to another customer doesn't open.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Pool } from '../../db/pool.ts';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

export class Vault {
  readonly #sealing: Buffer;
  readonly #hashing: Buffer;
  /** Reveals nothing about the key that it identifies. */
  readonly fingerprint: Buffer;

  /** @param key 32 random bytes, from which each use derives a separate key. */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error('expected a vault key of 32 bytes, found another length');
    this.#sealing = derived(key, 'seal');
    this.#hashing = derived(key, 'keyed hash');
    this.fingerprint = derived(key, 'fingerprint');
  }

  /** Returns the version, nonce, tag and ciphertext, concatenated. */
  seal(text: Buffer | string, purpose: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(Buffer.from(text)), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws if the data was sealed for another purpose or with another key, or was modified. */
  open(sealed: Buffer, purpose: string): Buffer {
    if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) {
      throw new Error(`expected data sealed for "${purpose}" in a known format, found another`);
    }
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
  }

  /** A keyed hash, for looking up rows and finding duplicates. */
  keyed(text: Buffer | string, purpose: string): Buffer {
    return createHmac('sha256', this.#hashing)
      .update(`${Buffer.byteLength(purpose)}:${purpose},`)
      .update(text)
      .digest();
  }
}

function derived(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `candor vault ${use}`, 32));
}

/** Whether a database has recorded its key, before which nothing is sealed. */
export async function isSealed(pool: Pool): Promise<boolean> {
  return (await pool.query('select from vault_key')).rowCount !== 0;
}

/**
 * A database records the fingerprint of its key. A server with a different key could open nothing, and would seal data that the
 * others can't open, so it does not start.
 */
export async function checkVaultKey(pool: Pool, vault: Vault): Promise<void> {
  await pool.query('insert into vault_key (fingerprint) values ($1) on conflict do nothing', [
    vault.fingerprint,
  ]);
  const found = await pool.query<{ fingerprint: Buffer }>('select k.fingerprint from vault_key k');
  if (found.rows[0]?.fingerprint.equals(vault.fingerprint) !== true) {
    throw new Error(
      'The vault key is not the one with which this database sealed authenticators, documents and bank cards. Pass the ' +
        'correct key as VAULT_KEY, or restore the file keys/vault.key from a backup.',
    );
  }
}
