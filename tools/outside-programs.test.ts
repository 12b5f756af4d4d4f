/** The table of outside programs: each is installed in the version that the page states, and its test runs in `npm run test:long`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DAYS } from '@candor/testing/tiers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/outside-programs.md'), 'utf8');

/** The packages of the rows, where their names differ. Rows without a package have none on npm. */
const PACKAGES: Readonly<Record<string, string>> = {
  'ccxt, REST': 'ccxt',
  'ccxt, watch': 'ccxt',
  'socket.io-client 4': 'socket.io-client',
  'socket.io-client 2': 'socket.io-client-2',
  "MCP's conformance suite": '@modelcontextprotocol/conformance',
};
const NOT_ON_NPM: ReadonlySet<string> = new Set(["TradingView's UDF protocol", 'hledger']);

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.test.ts`'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, program = '', version = '', , file = '']) => ({
    program,
    version,
    file: file.replaceAll('`', ''),
  }));

test('lists ten programs', () => {
  expect(rows).toHaveLength(10);
});

test.each(rows)(
  '$program has the version and the test that the page states',
  ({ program, version, file }) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(DAYS).not.toContain(file);
    if (NOT_ON_NPM.has(program)) return;
    const manifest = join(ROOT, 'node_modules', PACKAGES[program] ?? program, 'package.json');
    expect((JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version).toBe(version);
  },
);

test('counts the scenarios of the conformance suite that its test runs', () => {
  const source = readFileSync(join(ROOT, 'tools/mcp.test.ts'), 'utf8');
  const list = /const SCENARIOS = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  expect(list.match(/'[a-z-]+'/g)).toHaveLength(9);
  expect(page).toContain('in nine scenarios');
});
