/** Runs a TypeScript tool of this project on the project's Node. Installs the packages first if they are missing. */
import { resolve } from 'node:path';
import './follow-parent.mjs';
import { ROOT, ensureInstalled, handOver } from './install.mjs';

const [tool, ...args] = process.argv.slice(2);
await ensureInstalled();
await handOver([resolve(ROOT, tool), ...args]);
