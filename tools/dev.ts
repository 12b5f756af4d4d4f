/**
 * `npm run dev`: runs the server, which restarts at every change, and in front of it the web app and the operators' console with
 * hot reload. Arguments are passed to the server. If one of the three exits, all stop.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installed } from './checks.ts';
import { ROOT } from './install.mjs';

const API_PORT = '8081';
const WEB_PORT = '8080';
const CONSOLE_PORT = '8082';
const CONSOLE_API_PORT = '8083';

const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    join(ROOT, 'server/src/main.ts'),
    '--port',
    API_PORT,
    '--console-port',
    CONSOLE_API_PORT,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
const front = (folder: string, port: string, api: string) =>
  spawn(installed('vite'), ['--port', port, '--strictPort', '--clearScreen', 'false'], {
    cwd: join(ROOT, folder),
    stdio: 'inherit',
    env: { ...process.env, CANDOR_API: `http://127.0.0.1:${api}` },
  });
const fronts = [front('web', WEB_PORT, API_PORT), front('console', CONSOLE_PORT, CONSOLE_API_PORT)];
console.log(`The app with hot reload: http://127.0.0.1:${WEB_PORT}`);
console.log(`The console with hot reload: http://127.0.0.1:${CONSOLE_PORT}/console/`);

const children = [server, ...fronts];
let ending = false;
function end(signal: NodeJS.Signals): void {
  ending = true;
  for (const child of children) child.kill(signal);
}
process.on('SIGINT', () => end('SIGINT'));
process.on('SIGTERM', () => end('SIGTERM'));
for (const child of children) {
  child.on('exit', (code) => {
    if (!ending) end('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
}
