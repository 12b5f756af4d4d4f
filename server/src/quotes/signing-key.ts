/**
 * The Ed25519 key that signs the tape's checkpoints. It is created once and kept in the data folder, and its public key is
 * published.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TAPE_KEY = 'tape-signing-key.pem';

export type SigningKey = {
  /** The 32 raw bytes that a verifier imports. */
  readonly publicKey: Uint8Array;
  sign(text: string): Uint8Array;
};

/** Reads the folder's key, or creates a key that only its owner can read. */
export function openSigningKey(folder: string, fileName = TAPE_KEY): SigningKey {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, fileName);
  const key = createPrivateKey(readOrMake(path));
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`expected an Ed25519 key in ${path}, found something else`);
  return { publicKey: rawPublicKey(key), sign: (text) => sign(null, Buffer.from(text), key) };
}

function readOrMake(path: string): string {
  const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  try {
    // "wx" lets exactly one of two processes that start together create the key. The other one reads it.
    writeFileSync(path, made, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8');
}

function rawPublicKey(key: KeyObject): Uint8Array {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('expected the signing key to have a public half, found none');
  return Buffer.from(x, 'base64url');
}
