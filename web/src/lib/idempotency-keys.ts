/**
 * The keys of commands that were not answered yet. To find one again a digest of the command is enough: what was sent (a name, the
 * number of a passport, an account) is not written down here a second time, and not kept when the form has long forgotten it.
 */
import { keysKeptAt } from '@candor/client/pending-keys.ts';

export const { keyFor, forgetKey } = keysKeptAt('candor.unanswered');

/** What proves that the customer is there: another code confirms the same command, and none of it is ever stored. */
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

/** Names a command by a digest of the call and what is sent with it, but for what proves who sends it. */
export async function commandOf(name: string, input: object): Promise<string> {
  const wish = Object.entries(input).filter(([field]) => !proofs.has(field));
  const bytes = new TextEncoder().encode(`${name} ${JSON.stringify(Object.fromEntries(wish))}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
