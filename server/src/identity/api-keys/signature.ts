/** Secrets of API keys, and how requests are signed: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
import { createHash, createHmac, createPublicKey, randomBytes, timingSafeEqual, verify } from 'node:crypto';
import type { keyKinds } from '@candor/protocol/api-keys/schemas.ts';

const CODE_BYTES = 24;
const SECRET_BYTES = 32;
const ED25519_SIGNATURE_BYTES = 64;
/** The bytes that precede the raw key in its usual encoding (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url');
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);
/** Returns the secret in the form in which the customer receives it and signs requests with it. */
export const secretText = (secret: Buffer): string => secret.toString('hex');

/** The vault's purpose string for a key's secret. */
export const sealedFor = (code: string): string => `api key ${code}`;

/** Returns the proof by which the database knows that the key makes the request. It is valid for nothing else. */
export const keyProof = (secret: Buffer): Buffer =>
  createHash('sha256').update('candor api key ').update(secret).digest();
export const proofHash = (proof: Buffer): Buffer => createHash('sha256').update(proof).digest();

/** The parts of a key that are needed to verify a signature. */
export type Signer = {
  readonly kind: (typeof keyKinds)[number];
  readonly secret: Buffer;
  readonly publicKey: Buffer | null;
};

export function isSigned({ kind, secret, publicKey }: Signer, text: string | Buffer, signature: string) {
  if (kind === 'ed25519') return publicKey !== null && isSignedWith(publicKey, text, signature);
  if (!/^[0-9a-fA-F]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secretText(secret)).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function isSignedWith(publicKey: Buffer, text: string | Buffer, signature: string): boolean {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false;
  const signed = Buffer.from(signature, 'base64');
  return (
    signed.length === ED25519_SIGNATURE_BYTES && verify(null, Buffer.from(text), ed25519(publicKey), signed)
  );
}

function ed25519(raw: Buffer) {
  return createPublicKey({ key: Buffer.concat([ED25519_PREFIX, raw]), format: 'der', type: 'spki' });
}

/** Whether the bytes are a point on the curve, other than one for which anybody can sign. */
export function isPublicKey(raw: Buffer): boolean {
  if (raw.length !== SECRET_BYTES || SMALL_ORDER.has(raw.toString('hex'))) return false;
  try {
    return ed25519(raw).asymmetricKeyType === 'ed25519';
  } catch {
    // Node throws if the bytes are not a key.
    return false;
  }
}

/** The points of small order in their canonical encodings. For such a key, a signature can be valid for any text. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
]);

/**
 * Returns the text that is signed for a request of our own API, in lines: the time in milliseconds, the method, the path with the
 * query, the SHA-256 of the body in hexadecimal, the `Idempotency-Key` and the `Candor-Window`. The last two are empty if absent.
 * If they were not covered, somebody who copies a request could have it executed again under another key, or for longer.
 */
export function requestText(request: {
  readonly timeMs: string;
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
  readonly idempotencyKey: string;
  readonly window: string;
}): string {
  const { timeMs, method, url, body, idempotencyKey, window } = request;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return [timeMs, method, url, bodyHash, idempotencyKey, window].join('\n');
}
