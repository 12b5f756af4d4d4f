/**
 * The idempotency keys of unanswered commands. Each key is found by a digest of the command, so that the input, such as a name or
 * a passport number, is not stored again, nor for longer than the form stores it.
 */
import { keysKeptAt } from '@candor/client/pending-keys.ts';

export const { keyFor, hasKey, forgetKey } = keysKeptAt('candor.unanswered');

/**
 * The proofs of the customer's identity, which are never stored. A command with a different confirmation code is still the same
 * command.
 */
const proofs: ReadonlySet<string> = new Set([
  'trading_password',
  'totp',
  'passkey',
  'current_password',
  'password',
  're_password',
  'message',
  'sign',
]);

/** Identifies a command by a digest of the call and its input without the proofs of identity. */
export async function commandOf(name: string, input: object): Promise<string> {
  const wish = Object.entries(input).filter(([field]) => !proofs.has(field));
  const bytes = new TextEncoder().encode(`${name} ${JSON.stringify(Object.fromEntries(wish))}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
