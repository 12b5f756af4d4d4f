/** The inputs of the tests of `deploy`: files of the checkout, and the variables that a server reads. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { variableOf } from '../../server/src/config/configuration-page.ts';
import { ENVIRONMENT, OPTIONS } from '../../server/src/config/options.ts';
import { ROOT } from '../install.mjs';

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const json = (path: string) => JSON.parse(read(path)) as Record<string, Record<string, string>>;
export const VARIABLES = new Set([
  ...ENVIRONMENT.map(([name]) => name),
  ...Object.keys(OPTIONS).map(variableOf),
]);

export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'candor-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
