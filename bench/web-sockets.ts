/** The server's own version of `ws`; tools at the root bring older ones. */
import { createRequire } from 'node:module';

export function openWebSockets(): typeof import('ws') {
  return createRequire(new URL('../server/package.json', import.meta.url))('ws') as typeof import('ws');
}
