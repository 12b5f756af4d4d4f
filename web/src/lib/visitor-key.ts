/**
 * The key by which support knows a visitor: 256 random bits stored only on this device. Whoever has the key can read the
 * conversation. It is created with the first message, so that merely looking stores nothing.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';

const STORAGE_KEY = 'candor.visitor';
const KEY = /^[A-Za-z0-9_-]{43}$/;

let made: string | undefined;

/** The key, if there is one. */
export function visitorKey(): string | undefined {
  const stored = readStored('localStorage', STORAGE_KEY);
  return typeof stored === 'string' && KEY.test(stored) ? stored : made;
}

/** The key, created if there is none. A browser without storage keeps it while the page is open. */
export function ensureVisitorKey(): string {
  const known = visitorKey();
  if (known !== undefined) return known;
  const bits = crypto.getRandomValues(new Uint8Array(32));
  made = btoa(String.fromCharCode(...bits))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  writeStored('localStorage', STORAGE_KEY, made);
  return made;
}
