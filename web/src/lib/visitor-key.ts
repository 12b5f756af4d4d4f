/**
 * By which customer service knows a visitor: 256 random bits that this device keeps, and nothing else. Whoever has them has the
 * conversation. They are made with the first word and not before, so that merely looking leaves nothing behind.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';

const STORAGE_KEY = 'candor.visitor';
const KEY = /^[A-Za-z0-9_-]{43}$/;

let made: string | undefined;

/** The key, where there is one. */
export function visitorKey(): string | undefined {
  const stored = readStored('localStorage', STORAGE_KEY);
  return typeof stored === 'string' && KEY.test(stored) ? stored : made;
}

/** The key; a new one where there is none. A browser that stores nothing keeps it as long as the page is open. */
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
