/** What stands on the lists of tiers is there: a test that was renamed would otherwise run nowhere, or everywhere. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../tools/install.mjs';
import { CRASHES, DAYS, DEEPER, FLOODS, FLOWS, leftOut } from './tiers.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('every file on a list exists', () => {
  const listed = [...CRASHES, ...FLOODS, ...DEEPER, ...leftOut('usual')];
  expect(listed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(new Set(listed).size).toBe(
    listed.length - DEEPER.filter((path) => leftOut('usual').includes(path)).length,
  );
});

test('the days are no part of the long run, and of nothing that a hand names', () => {
  expect(leftOut('long')).toEqual(DAYS);
  expect(leftOut(undefined)).toEqual([]);
});

test.each(FLOWS)('%s has a journey that begins “%s”', (file, name) => {
  const quoted = `['"\`]${name.replace('a visitor', String.raw`a \$\{who\}`)}`;
  expect(read(`journeys/${file}.test.ts`)).toMatch(new RegExp(`test\\(\\s*${quoted}`));
});
