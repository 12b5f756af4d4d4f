/** Session tokens: 256 random bits that encode nothing. The database stores only their hashes. */
import { createHash, hash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the text has the form of a token. If not, it need not be looked up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns the token's hash in base64, which is a key for maps and, decoded, for the database. */
export function tokenKey(token: string): string {
  return hash('sha256', token, 'base64');
}

/**
 * Returns the proof to the database that the token's holder makes the call. It is derived from the token, but can neither replace
 * nor reveal it. The database stores only its hash.
 */
export function sessionProof(token: string): Buffer {
  return createHash('sha256').update(`candor session proof ${token}`).digest();
}
