/**
 * Verifies Ed25519 signatures with Node's cryptography, which is ten times as fast as plain JavaScript, because a tape may
 * have many thousands of checkpoints.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SignatureCheck } from '../crypto.ts';
import { isHash, isSignature } from '../crypto.ts';

/** Returns a function that verifies signatures and caches the last key. */
export function nodeSignatures(): SignatureCheck {
  let known: { readonly hex: string; readonly key: KeyObject } | undefined;
  return (signature, text, publicKey) => {
    if (!isSignature(signature) || !isHash(publicKey)) return false;
    if (known?.hex !== publicKey) known = { hex: publicKey, key: keyOf(publicKey) };
    return verify(null, Buffer.from(text), known.key, Buffer.from(signature, 'hex'));
  };
}

function keyOf(publicKey: string): KeyObject {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
