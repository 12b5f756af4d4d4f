/**
 * `npm run dev`: the server, started again at every change, and the web app with hot reload in front of it. Arguments go
 * to the server. Both end together.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installed } from './checks.ts';
import { ROOT } from './install.mjs';

const API_PORT = '8081';
const WEB_PORT = '8080';

const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    join(ROOT, 'server/src/main.ts'),
    '--port',
    API_PORT,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
const web = spawn(installed('vite'), ['--port', WEB_PORT, '--strictPort', '--clearScreen', 'false'], {
  cwd: join(ROOT, 'web'),
  stdio: 'inherit',
  env: { ...process.env, CANDOR_API: `http://127.0.0.1:${API_PORT}` },
});
console.log(`The app with hot reload: http://127.0.0.1:${WEB_PORT}`);

const children = [server, web];
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
