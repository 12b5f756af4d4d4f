/** Runs the programs on the documentation page of the compatible interface, unchanged. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import type { Keys } from './clients.ts';
import { makeKeys } from './keys.ts';

const PAGE = fileURLToPath(new URL('../../../docs/compat-binance.md', import.meta.url));
// Below the project's folder, so that its packages are found.
const FOLDER = fileURLToPath(new URL('../../../node_modules/.page-', import.meta.url));

let server: WholeServer;
let keys: Keys;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(FOLDER);
  server = await openWholeServer();
  keys = await makeKeys(server);
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const programs = [...readFileSync(PAGE, 'utf8').matchAll(/```js\n(\/\/ (\S+)\n[^`]*(?:`[^`]+`[^`]*)*?)```/g)];

test('the page has a program for each client', () => {
  expect(programs.map(([, , name]) => name)).toEqual(['ccxt', '@binance/spot', '@binance/connector']);
});

test.each([
  ['ccxt', 'true closed 0.001'],
  ['@binance/spot', 'FILLED 1'],
  ['@binance/connector', 'SPOT true'],
])('runs the program for %s', async (name, printed) => {
  const [, program = ''] = programs.find(([, , client]) => client === name) ?? [];
  const path = join(folder, 'program.mjs');
  writeFileSync(path, program);
  const env = { ...process.env, CANDOR: server.origin, KEY: keys.apiKey, SECRET: keys.secret };
  const { stdout } = await promisify(execFile)(process.execPath, [path], { env, timeout: 60_000 });
  expect(stdout.trim()).toBe(printed);
});
