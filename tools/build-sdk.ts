/** Compiles the developers' client to `sdk/dist`, which `npm pack` ships. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(at('sdk/dist'), { recursive: true, force: true });
execFileSync(process.execPath, [at('node_modules/.bin/tsc'), '-p', at('sdk/tsconfig.build.json')], {
  stdio: 'inherit',
});
