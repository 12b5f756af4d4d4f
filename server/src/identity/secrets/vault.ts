/**
 * Encrypts data that must not be readable from the database, a backup or the disk alone: authenticator secrets, names and numbers
 * of documents, document images and bank cards. The key is stored outside the database, in the environment or in a file.
 *
 * Uses AES-256-GCM with a random nonce. Data sealed for one purpose, such as "kyc 100001", opens only for that purpose, so a row
 * copied to another customer doesn't open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** The first byte of data sealed by the first key, and of data sealed by a later one, whose number follows in four bytes. */
const FIRST = 1;
const LATER = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The material of the keys before the current one. */
export type Inherited = {
  /** The number of the current key, from 2. */
  readonly number: number;
  /** Keyed hashes cannot be computed again, so their key stays. */
  readonly hashing: Buffer;
  /** Opens data sealed by the previous key, until everything is sealed with the current one. */
  readonly sealingBefore: Buffer | undefined;
};

export class Vault {
  readonly #number: number;
  readonly #sealing: Buffer;
  /** The same. To take bytes as a key takes Node longer than to seal a message of some kilobytes. */
  readonly #sealingKey: KeyObject;
  readonly #sealingBefore: Buffer | undefined;
  readonly #hashing: Buffer;
  /** Reveals nothing about the key that it identifies. */
  readonly fingerprint: Buffer;

  /** @param key 32 random bytes, from which each use derives a separate key. */
  constructor(key: Buffer, inherited?: Inherited) {
    if (key.length !== 32) throw new Error('expected a vault key of 32 bytes, found another length');
    this.#number = inherited?.number ?? 1;
    this.#sealing = derived(key, 'seal');
    this.#sealingKey = createSecretKey(this.#sealing);
    this.#sealingBefore = inherited?.sealingBefore;
    this.#hashing = inherited?.hashing ?? derived(key, 'keyed hash');
    this.fingerprint = vaultFingerprint(key);
  }

  /** The first bytes of everything that the current key seals. */
  get head(): Buffer {
    return headOf(this.#number);
  }

  /** Returns the number of the key, nonce, tag and ciphertext, concatenated. */
  seal(text: Buffer | string, purpose: string): Buffer {
    return Buffer.concat([this.head, encrypted(this.#sealingKey, text, purpose)]);
  }

  /** Throws if the data was sealed for another purpose or with another key, or was modified. */
  open(sealed: Buffer, purpose: string): Buffer {
    const keys = [
      [this.#number, this.#sealingKey] as const,
      [this.#number - 1, this.#sealingBefore] as const,
    ];
    for (const [number, key] of keys) {
      const head = headOf(number);
      if (key === undefined || !sealed.subarray(0, head.length).equals(head)) continue;
      return decrypted(key, sealed.subarray(head.length), purpose);
    }
    throw new Error(`expected data sealed for "${purpose}" in a known format, found another`);
  }

  /** The material of this key that the next key needs, encrypted with the next one. */
  handOver(next: Buffer): {
    readonly number: number;
    readonly hashing: Buffer;
    readonly sealingBefore: Buffer;
  } {
    const number = this.#number + 1;
    const wrapping = derived(next, 'wrap');
    return {
      number,
      hashing: encrypted(wrapping, this.#hashing, `keyed hash ${number}`),
      sealingBefore: encrypted(wrapping, this.#sealing, `seal before ${number}`),
    };
  }

  /** A keyed hash, for looking up rows and finding duplicates. */
  keyed(text: Buffer | string, purpose: string): Buffer {
    return createHmac('sha256', this.#hashing)
      .update(`${Buffer.byteLength(purpose)}:${purpose},`)
      .update(text)
      .digest();
  }
}

/** Opens what `handOver` encrypted for this key. Throws if it was encrypted for another one. */
export function inheritedBy(
  key: Buffer,
  handed: { readonly number: number; readonly hashing: Buffer; readonly sealingBefore: Buffer | null },
): Inherited {
  const { number, hashing, sealingBefore } = handed;
  const wrapping = derived(key, 'wrap');
  return {
    number,
    hashing: decrypted(wrapping, hashing, `keyed hash ${number}`),
    sealingBefore:
      sealingBefore === null ? undefined : decrypted(wrapping, sealingBefore, `seal before ${number}`),
  };
}

/** Identifies a key without revealing anything about it. */
export const vaultFingerprint = (key: Buffer): Buffer => derived(key, 'fingerprint');

/** The seed of the key that signs only the change of the vault's key. */
export const vaultSigningSeed = (key: Buffer): Buffer => derived(key, 'sign its change');

function headOf(number: number): Buffer {
  if (number === 1) return Buffer.of(FIRST);
  const head = Buffer.alloc(5, LATER);
  head.writeUInt32BE(number, 1);
  return head;
}

function encrypted(key: Buffer | KeyObject, text: Buffer | string, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(Buffer.from(text)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypted(key: Buffer | KeyObject, sealed: Buffer, purpose: string): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) {
    throw new Error(`expected data sealed for "${purpose}" in a known format, found another`);
  }
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function derived(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `candor vault ${use}`, 32));
}
