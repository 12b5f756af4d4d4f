/**
 * SHA-256 and Ed25519 as the tape uses them, in plain JavaScript. This code runs in Node and in every browser, even over plain
 * HTTP, where browsers do not provide Web Crypto.
 */
import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

hashes.sha512 = sha512;

/**
 * Returns whether a signature (64 bytes) of the UTF-8 bytes of a text was made with a key (32 bytes); signature and key are in
 * lower-case hex.
 */
export type SignatureCheck = (signature: string, text: string, publicKey: string) => boolean;

const HASH_HEX = /^[0-9a-f]{64}$/;
const SIGNATURE_HEX = /^[0-9a-f]{128}$/;

/** The hash before the first entry of a tape. */
export const GENESIS_HASH = '0'.repeat(64);

/** Matches a hash or public key: 32 bytes in lower-case hex. */
export function isHash(text: unknown): text is string {
  return typeof text === 'string' && HASH_HEX.test(text);
}

export function isSignature(text: unknown): text is string {
  return typeof text === 'string' && SIGNATURE_HEX.test(text);
}

/** Returns the SHA-256 of the previous hash (32 bytes) followed by the UTF-8 bytes of a text. Hashes are in lower-case hex. */
export function chainedHash(before: string, text: string): string {
  return bytesToHex(sha256.create().update(hexToBytes(before)).update(utf8ToBytes(text)).digest());
}

/** Returns the SHA-256 of bytes; both in lower-case hex. */
export function sha256Hex(bytes: string): string {
  return bytesToHex(sha256(hexToBytes(bytes)));
}

/** Verifies Ed25519 by the strict rules of RFC 8032. Returns false for an invalid signature or key. */
export const isSignedBy: SignatureCheck = (signature, text, publicKey) => {
  if (!isSignature(signature) || !isHash(publicKey)) return false;
  try {
    return verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(publicKey), { zip215: false });
  } catch {
    // The library throws on points that are not on the curve, for which no valid signature exists.
    return false;
  }
};
