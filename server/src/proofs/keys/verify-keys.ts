/**
 * Verifies that each stated key follows the previous one: each statement is signed by the previous key and by its own. PostgreSQL
 * can't verify Ed25519, so this is checked at each start and by the audit.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { Pool } from '../../db/pool.ts';
import { keyChangeText, statedKeys } from './key-changes.ts';
import type { StatedKey } from './key-changes.ts';

/** The first bytes of an Ed25519 key in DER (RFC 8410), before its 32 raw bytes. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Checks the stated keys of one purpose. Returns a sentence about the first statement that does not follow, or undefined if all
 * do.
 */
export function keysViolation(stated: readonly StatedKey[]): string | undefined {
  for (const [at, key] of stated.entries()) {
    const before = stated[at - 1]?.publicKey ?? key.publicKey;
    const text = keyChangeText({ ...key, before });
    if (key.number !== at + 1) return `key ${at + 1} of the ${key.purpose} is not stated`;
    if (!isSigned(text, key.signedBefore, before))
      return `key ${key.number} of the ${key.purpose} is not signed by the key before`;
    if (!isSigned(text, key.signed, key.publicKey))
      return `key ${key.number} of the ${key.purpose} did not sign its own statement`;
  }
  return undefined;
}

const INVARIANT = 'L34: each key of the platform follows from the one before, by the signatures of both';

/** Returns the violations among the stated keys of all purposes, for the audit. */
export async function verifyKeys(
  pool: Pick<Pool, 'query'>,
): Promise<readonly { readonly invariant: string; readonly detail: string }[]> {
  const stated = await statedKeys(pool);
  return [...Map.groupBy(stated, ({ purpose }) => purpose).values()].flatMap((keys) => {
    const detail = keysViolation(keys);
    return detail === undefined ? [] : [{ invariant: INVARIANT, detail }];
  });
}

function isSigned(text: string, signature: Buffer, publicKey: Buffer): boolean {
  const key = createPublicKey({
    key: Buffer.concat([ED25519_SPKI, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, signature);
}
