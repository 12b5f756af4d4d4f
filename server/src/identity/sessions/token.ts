/** Session tokens: 256 random bits that mean nothing by themselves. The database holds their hash alone. */
import { createHash, hash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be a token at all; anything else need not be looked up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The hash under which a token is known, as base64: a key for maps and, decoded, for the database. */
export function tokenKey(token: string): string {
  return hash('sha256', token, 'base64');
}

/**
 * What shows the database that whoever holds a token asked for something: made of the token, but no help in finding it, and no
 * token itself. The database holds its hash alone.
 */
export function sessionProof(token: string): Buffer {
  return createHash('sha256').update(`candor session proof ${token}`).digest();
}
