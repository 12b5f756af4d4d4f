/** Runs the real server on a fresh data folder that is removed when it ends; the arguments are the server's own. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'candor-demo-'));
chmodSync(data, 0o755);

const server = spawn(process.execPath, [main, '--data', data, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  rmSync(data, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
