/**
 * `npm start`: from a clone to a running platform. Installs and builds missing parts, then becomes the server, with the same
 * arguments. Runs on any Node from 20 on; the server itself runs on the Node that the packages contain.
 */
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import './follow-parent.mjs';
import { ROOT, ensureInstalled, handOver } from './install.mjs';

const args = process.argv.slice(2);
await ensureInstalled();
if (!args.includes('--help') && !args.includes('-h')) {
  const code = await ensureWebBuilt();
  if (code !== 0) {
    console.error('Failed to build the web app; see the reason above.');
    process.exit(code);
  }
}
// A demo that somebody starts to look at has a history. Servers that programs start directly begin empty.
process.env.CANDOR_DEMO_HISTORY ??= 'on';
await handOver([join(ROOT, 'server/src/main.ts'), ...args]);
