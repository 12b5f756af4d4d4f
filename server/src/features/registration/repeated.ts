/**
 * Answers retries of a registration whose response was lost. A client that repeats the request with the same key receives the
 * same token. The token is derived from the key and a secret of the server, so that it need not be stored. It is returned only if
 * the password matches, too.
 */
import { createHash } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { findRegistration, keepRegistration } from './store.ts';

/** How long a retry receives the response. */
const KEPT_MS = 24 * 60 * 60_000;

type Register = CallInput<'POST user/register'>;
export type Repeatable = { readonly key: string; readonly input: Register; readonly nowMs: number };

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Hashes all fields of the request except the password, which is checked against the account's own password hash. */
function fieldsHash({ account, email, code, invite_code, birth_date }: Register): Buffer {
  return sha256(JSON.stringify([account, email, code, invite_code, birth_date]));
}

export function registrationToken(vault: Vault, at: { key: string; customer: bigint }): string {
  return vault.keyed(`${at.customer}\n${at.key}`, 'registration token').toString('base64url');
}

export function rememberRegistration(
  connection: Connection,
  { key, input, nowMs }: Repeatable,
  customer: bigint,
): Promise<boolean> {
  const row = { keyHash: sha256(key), fieldsHash: fieldsHash(input), customer, nowMs };
  return keepRegistration(connection, row, nowMs - KEPT_MS);
}

/** Returns the response to an earlier registration with this key; undefined if there was none. */
export async function repeatedRegistration(
  deps: { readonly pool: Pool; readonly vault: Vault; readonly passwords: Passwords },
  { key, input, nowMs }: Repeatable,
) {
  const found = await findRegistration(deps.pool, sha256(key), nowMs - KEPT_MS);
  if (found === undefined) return undefined;
  if (!found.fieldsHash.equals(fieldsHash(input))) return refuse('key_reused');
  const right = await deps.passwords.verify(found.passwordHash, input.password);
  if (right === undefined) return refuse('busy');
  return right ? ok(registrationToken(deps.vault, { key, customer: found.customer })) : refuse('key_reused');
}
