#!/usr/bin/env node
/**
 * `npx candor-watch`: runs the command line with a Node that runs TypeScript, either the current one or the one installed
 * with the packages. It is plain JavaScript that imports only Node modules, so that an older Node can at least report what
 * is missing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = new URL('../src/cli/watch-main.ts', import.meta.url);
const BROUGHT = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

if (process.features.typescript) {
  await import(MAIN.href);
} else if (existsSync(BROUGHT)) {
  const args = [fileURLToPath(MAIN), ...process.argv.slice(2)];
  process.exitCode = spawnSync(BROUGHT, args, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(
    `Node ${process.version} can't run candor-watch. It needs Node 24, or \`npm install\` in the repository.`,
  );
  process.exitCode = 2;
}
