/**
 * Verifies that a key signed exactly a given text: the text's hash, at this console, with the key's owner present. It is pure, so
 * that both the console (before an action) and the audit (afterwards) can use it.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { approvalText } from '@candor/protocol/console/approval.ts';
import type { Approval, SignedAct } from '@candor/protocol/console/approval.ts';

export type SigningKey = {
  readonly kind: 'passkey' | 'browser';
  /** In the form SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
  readonly rpId: string;
  readonly origin: string;
};

/** The text that the signature must cover, and its required signer. */
export type SignedFor = SignedAct & { readonly house: string; readonly operator: string };

const TYPES = { passkey: 'webauthn.get', browser: 'candor.browser' } as const;
const PRESENT = 0x01;
const VERIFIED = 0x04;
const AUTHENTICATOR_BYTES_MIN = 37;

/** Returns a violation worded for the log, or undefined if the signature is valid. */
export function assertionViolation(approval: Approval, key: SigningKey, of: SignedFor): string | undefined {
  const { body, nonce, time: timeMs } = approval;
  return answerViolation(
    approval,
    key,
    sha256(approvalText({ ...of, body, nonce, timeMs })).toString('base64url'),
  );
}

/**
 * Like `assertionViolation`, but for any challenge, in base64url. The authenticator's or browser's response is in hexadecimal.
 */
export function answerViolation(
  answer: Pick<Approval, 'authenticator' | 'client' | 'signature'>,
  key: SigningKey,
  challenge: string,
): string | undefined {
  const client = clientOf(answer.client);
  if (client === undefined) return 'what the browser wrote down cannot be read';
  if (client.type !== TYPES[key.kind]) return 'it was signed for another use';
  if (client.challenge !== challenge) return 'something else was signed';
  if (client.origin !== key.origin || client.crossOrigin === true) return 'it was signed at another address';
  const authenticator = Buffer.from(answer.authenticator, 'hex');
  if (authenticator.length < AUTHENTICATOR_BYTES_MIN) return 'the authenticator said too little';
  if (!authenticator.subarray(0, 32).equals(sha256(key.rpId))) return 'it was signed for another site';
  const needed = key.kind === 'passkey' ? PRESENT | VERIFIED : PRESENT;
  if (((authenticator[32] ?? 0) & needed) !== needed) return 'nobody made sure that its owner was there';
  const signed = Buffer.concat([authenticator, sha256(answer.client)]);
  return isSigned(signed, key, Buffer.from(answer.signature, 'hex')) ? undefined : 'the signature is wrong';
}

/** Returns the authenticator's signature counter, or 0 if it has none. */
export function usesOf(approval: Pick<Approval, 'authenticator'>): number {
  const authenticator = Buffer.from(approval.authenticator, 'hex');
  return authenticator.length < AUTHENTICATOR_BYTES_MIN ? 0 : authenticator.readUInt32BE(33);
}

/** Parses the text in the log, with or without the body. Returns undefined if it is not an approval. */
export function readApproval(text: string, withBody?: string): Approval | undefined {
  const read: Partial<Record<keyof Approval, unknown>> | undefined = parsed(text);
  if (read === undefined || !Number.isSafeInteger(read.time)) return undefined;
  const given = withBody === undefined ? read : { ...read, body: withBody };
  const { key, nonce, body, authenticator, client, signature } = given;
  const texts = [key, nonce, body, authenticator, client, signature];
  return texts.every((one) => typeof one === 'string') ? (given as Approval) : undefined;
}

function isSigned(signed: Buffer, key: SigningKey, signature: Buffer): boolean {
  try {
    const spki = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' });
    const digest = spki.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    // A browser's key produces signatures of two plain integers (IEEE P1363), an authenticator produces DER.
    const dsaEncoding = key.kind === 'browser' ? 'ieee-p1363' : 'der';
    return verify(digest, signed, { key: spki, dsaEncoding }, signature);
  } catch {
    // A malformed key or signature verifies nothing.
    return false;
  }
}

function clientOf(text: string): Readonly<Record<string, unknown>> | undefined {
  return parsed(text) as Readonly<Record<string, unknown>> | undefined;
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}
