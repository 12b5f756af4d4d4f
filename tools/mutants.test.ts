/** The planted faults still fit the code. `npm run mutants` runs the tests that must notice them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './install.mjs';
import { MUTANTS } from './mutants/all.ts';

const MUTANTS_MIN = 80;

test('each changes text that occurs once, and names a test that exists', () => {
  const misfits = MUTANTS.filter(({ file, from, to, test: noticing }) => {
    const places = readFileSync(join(ROOT, file), 'utf8').split(from).length - 1;
    return places !== 1 || from === to || !existsSync(join(ROOT, noticing));
  });
  expect(misfits.map(({ name }) => name)).toEqual([]);
});

test('there are enough of them, each with a name of its own, in SQL, commands, doors and the console', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(MUTANTS_MIN);
  for (const room of [
    'server/schema/',
    'server/src/features/',
    'server/src/http/',
    'console/src/',
    'domain/src/',
  ])
    expect(MUTANTS.some(({ file }) => file.startsWith(room))).toBe(true);
});
