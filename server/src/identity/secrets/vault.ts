/**
 * Seals what nobody is to read from the database, a backup or the disk alone: secrets of authenticators, names and numbers
 * of documents, pictures of them, bank cards. The key lies apart from the database, in the environment or in a file.
 *
 * AES-256-GCM with a random nonce. What was sealed for one purpose, "kyc 100001", opens for that purpose only, so that a
 * row copied to another customer opens for nobody.
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
  /** Tells one key from another and says nothing of either. */
  readonly fingerprint: Buffer;

  /** @param key 32 random bytes; what is used is derived from them, one key a use. */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error('the vault key must have 32 bytes');
    this.#sealing = derived(key, 'seal');
    this.#hashing = derived(key, 'keyed hash');
    this.fingerprint = derived(key, 'fingerprint');
  }

  /** Version, nonce, tag and ciphertext in one piece. */
  seal(text: Buffer | string, purpose: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(Buffer.from(text)), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws when it was sealed for another purpose or with another key, or was changed since. */
  open(sealed: Buffer, purpose: string): Buffer {
    if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) {
      throw new Error(`what is sealed for "${purpose}" has no form that is known`);
    }
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
  }

  /** A hash that nobody makes without the key: alike for alike texts, so that a row is found, or found twice, by it. */
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

/**
 * A database remembers the key that seals in it. A server with another one could open nothing, and would seal what no
 * other opens, so it does not start.
 */
export async function checkVaultKey(pool: Pool, vault: Vault): Promise<void> {
  await pool.query('insert into vault_key (fingerprint) values ($1) on conflict do nothing', [
    vault.fingerprint,
  ]);
  const found = await pool.query<{ fingerprint: Buffer }>('select k.fingerprint from vault_key k');
  if (found.rows[0]?.fingerprint.equals(vault.fingerprint) !== true) {
    throw new Error(
      'The key that seals is not the one that this database was sealed with. Give the right one as VAULT_KEY, or put ' +
        'the file keys/vault.key of the first data folder back.',
    );
  }
}
