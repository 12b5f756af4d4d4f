/**
 * The key that identifies a visitor to support: 256 random bits stored only on this device. Anybody with the key can read the
 * conversation. It is created with the first message, so that opening the screen stores nothing.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';

const STORAGE_KEY = 'candor.visitor';
const KEY = /^[A-Za-z0-9_-]{43}$/;

let made: string | undefined;

export function visitorKey(): string | undefined {
  const stored = readStored('localStorage', STORAGE_KEY);
  return typeof stored === 'string' && KEY.test(stored) ? stored : made;
}

/** Returns the key, and creates it if there is none. Without storage, the key lasts as long as the page. */
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
