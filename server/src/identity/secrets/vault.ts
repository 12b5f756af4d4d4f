/**
 * Encrypts data that must not be readable from the database, a backup or the disk alone: authenticator secrets, names and numbers
 * of documents, document images and bank cards. The key is stored outside the database, in the environment or in a file.
 *
 * Uses AES-256-GCM with a random nonce. Data sealed for one purpose, such as "kyc 100001", opens only for that purpose, so a row
 * that was copied to another customer doesn't open.
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
/** The first byte of sealed data: one value for the first key, and another for later keys, whose number follows in four bytes. */
const FIRST = 1;
const LATER = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Key material inherited from the keys before the current one. */
export type Inherited = {
  /** The number of the current key, at least 2. */
  readonly number: number;
  /** The first key's material for keyed hashes. It is kept, because keyed hashes can't be computed again. */
  readonly hashing: Buffer;
  /** Opens data sealed with the previous key, until everything is sealed with the current one. */
  readonly sealingBefore: Buffer | undefined;
};

export class Vault {
  readonly #number: number;
  readonly #sealing: Buffer;
  /** The same key as an object, because converting bytes to a key takes Node longer than sealing a message of some kilobytes. */
  readonly #sealingKey: KeyObject;
  readonly #sealingBefore: Buffer | undefined;
  readonly #hashing: Buffer;
  /** Identifies the key without revealing anything about it. */
  readonly fingerprint: Buffer;

  /** @param key 32 random bytes. A separate key is derived from it for each use. */
  constructor(key: Buffer, inherited?: Inherited) {
    if (key.length !== 32) throw new Error(`expected a vault key of 32 bytes, found ${key.length}`);
    this.#number = inherited?.number ?? 1;
    this.#sealing = derived(key, 'seal');
    this.#sealingKey = createSecretKey(this.#sealing);
    this.#sealingBefore = inherited?.sealingBefore;
    this.#hashing = inherited?.hashing ?? derived(key, 'keyed hash');
    this.fingerprint = vaultFingerprint(key);
  }

  /** The first bytes of everything that is sealed with the current key. */
  get head(): Buffer {
    return headOf(this.#number);
  }

  /** Seals a text. Returns the number of the key, nonce, tag and ciphertext, concatenated. */
  seal(text: Buffer | string, purpose: string): Buffer {
    return Buffer.concat([this.head, encrypted(this.#sealingKey, text, purpose)]);
  }

  /** Opens sealed data. Throws if it was sealed for another purpose or with another key, or if it was modified. */
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
    const found = sealed.subarray(0, this.head.length).toString('hex');
    throw new Error(
      `expected data for "${purpose}" to begin with the head of key ${this.#number} or the one before, found "${found}"`,
    );
  }

  /** Returns the material of this key that the next key needs, encrypted with the next key. */
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

  /** Returns a keyed hash, for looking up rows and finding duplicates. */
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

/** The seed of the key that signs only changes of the vault's key. */
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
    throw new Error(
      `expected at least ${NONCE_BYTES + TAG_BYTES} bytes sealed for "${purpose}", found ${sealed.length}`,
    );
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
