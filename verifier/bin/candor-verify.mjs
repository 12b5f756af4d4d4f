#!/usr/bin/env node
/**
 * `npx candor-verify`: becomes the command line on a Node that runs TypeScript, its own or the one that the packages bring.
 * Plain JavaScript that imports nothing but Node, so that an older one can at least say what is missing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = new URL('../src/cli/main.ts', import.meta.url);
const BROUGHT = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

if (process.features.typescript) {
  await import(MAIN.href);
} else if (existsSync(BROUGHT)) {
  const args = [fileURLToPath(MAIN), ...process.argv.slice(2)];
  process.exitCode = spawnSync(BROUGHT, args, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(
    `Node ${process.version} cannot run this: it needs Node 24, or \`npm install\` in the repository.`,
  );
  process.exitCode = 2;
}
