/**
 * The keys of unanswered commands. A digest of the command is enough to find its key, so the input (a name, a passport number,
 * an account) is not stored a second time, and not kept longer than the form keeps it.
 */
import { keysKeptAt } from '@candor/client/pending-keys.ts';

export const { keyFor, forgetKey } = keysKeptAt('candor.unanswered');

/** The proofs of the customer's identity. Another code confirms the same command, and none of them is ever stored. */
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

/** Names a command by a digest of the call and its input, excluding the proofs of identity. */
export async function commandOf(name: string, input: object): Promise<string> {
  const wish = Object.entries(input).filter(([field]) => !proofs.has(field));
  const bytes = new TextEncoder().encode(`${name} ${JSON.stringify(Object.fromEntries(wish))}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
