/** Loads the server's version of `ws`, because tools at the root depend on older versions. */
import { createRequire } from 'node:module';
import type * as Ws from 'ws';

export function openWebSockets(): typeof Ws {
  return createRequire(new URL('../server/package.json', import.meta.url))('ws') as typeof Ws;
}
