/** Ed25519 keys in files of the data folder, which only their owner can read. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type SigningKey = {
  /** The 32 raw bytes that a verifier imports. */
  readonly publicKey: Uint8Array;
  sign(text: string): Uint8Array;
};

/** Reads a key. Returns undefined if there is no such file. */
export function readSigningKey(path: string): SigningKey | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const key = createPrivateKey(text);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`expected an Ed25519 key in ${path}, found something else`);
  return signingKey(key);
}

/** Reads a key, or creates one that only its owner can read. */
export function openSigningKey(path: string): SigningKey {
  mkdirSync(dirname(path), { recursive: true });
  const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  try {
    // The flag "wx" ensures that if two processes start together, exactly one creates the key and the other reads it.
    writeFileSync(path, made, { flag: 'wx', mode: 0o600, flush: true });
    syncFolder(dirname(path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = readSigningKey(path);
  if (key === undefined) throw new Error(`expected the key that was created in ${path}, found none`);
  return key;
}

/** Ensures that a rename or a new file in a folder survives a power failure. */
export function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Returns the key with a seed of 32 secret bytes. */
export const signingKeyOf = (seed: Buffer): SigningKey =>
  signingKey(createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' }));

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKey(key: KeyObject): SigningKey {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('expected the signing key to have a public half, found none');
  return {
    publicKey: Buffer.from(x, 'base64url'),
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}
