/** Prints each failed end-to-end test with its name and a bounded beginning of its report, and nothing if none failed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failedEndToEnd } from './failed-e2e.ts';

let results: string;

beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'candor results-'));
});
afterEach(() => rmSync(results, { recursive: true, force: true }));

function saved(folder: string, name: string, lines: readonly string[]): void {
  mkdirSync(join(results, folder), { recursive: true });
  writeFileSync(join(results, folder, name), `${lines.join('\n')}\n`);
}

test('prints each failed end-to-end test with its name, one after another', () => {
  saved('withdrawal-held', 'error-context.md', ['# Error', 'it was not visible']);
  saved('deposit-seen', 'error-context.md', ['# Error', 'it took too long']);
  saved('exchange-done', 'trace.zip', ['nothing to read']);
  expect(failedEndToEnd(results)).toEqual([
    '── deposit-seen\n# Error\nit took too long',
    '── withdrawal-held\n# Error\nit was not visible',
  ]);
});

test('prints the beginning of a long report, and the length of the part left out', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`);
  saved('long', 'error-context.md', lines);
  const printed = (failedEndToEnd(results)[0] ?? '').split('\n');
  expect(printed.slice(1, -1)).toEqual(lines.slice(0, 80));
  expect(printed.at(-1)).toBe(`… 120 more lines in ${join(results, 'long', 'error-context.md')}`);
});

test('prints nothing if no test failed', () => {
  expect(failedEndToEnd(results)).toEqual([]);
  expect(failedEndToEnd(join(results, 'never made'))).toEqual([]);
});
