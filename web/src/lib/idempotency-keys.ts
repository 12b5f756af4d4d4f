/**
 * Keys of commands whose fate is unknown. A repeat of the same command with the same key has one effect, so a key is
 * kept, across a reload too, until an answer says what became of it. To find it again a digest of the command is enough: what
 * was sent (a name, the number of a passport, an account) is not written down here a second time, and not kept when the form
 * has long forgotten it.
 */
import { readStored, writeStored } from './stored.ts';

const STORAGE_KEY = 'candor.unanswered';
/** After this a repeat is more likely a new wish than the old one. */
const KEPT_MS = 10 * 60_000;

type Kept = Readonly<Record<string, { readonly key: string; readonly atMs: number }>>;

function readKept(nowMs: number): Kept {
  const stored = readStored('sessionStorage', STORAGE_KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored as Kept).filter(([, kept]) => nowMs - kept.atMs < KEPT_MS));
}

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

/** The key for this command: the one of its unanswered attempt, or a new one, kept from now on. */
export function keyFor(command: string, nowMs: number = Date.now()): string {
  const kept = readKept(nowMs);
  const key = kept[command]?.key ?? crypto.randomUUID();
  writeStored('sessionStorage', STORAGE_KEY, { ...kept, [command]: { key, atMs: nowMs } });
  return key;
}

/** Forgets the key once the command's answer is final. */
export function forgetKey(command: string, nowMs: number = Date.now()): void {
  const { [command]: _answered, ...rest } = readKept(nowMs);
  writeStored('sessionStorage', STORAGE_KEY, rest);
}
