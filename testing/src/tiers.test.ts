/** The files on the lists of tiers must exist: a renamed test would otherwise run nowhere, or everywhere. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../tools/install.mjs';
import {
  CRASHES,
  DAYS,
  DEEPER,
  FLOODS,
  FLOWS,
  SHARES,
  SLOW,
  SLOW_SCREENS,
  leftOut,
  ofShare,
} from './tiers.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('lists only files that exist', () => {
  const listed = [...CRASHES, ...FLOODS, ...DEEPER, ...SLOW_SCREENS, ...leftOut('usual')];
  expect(listed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(new Set(listed).size).toBe(
    listed.length - DEEPER.filter((path) => leftOut('usual').includes(path)).length,
  );
});

test('leaves only the tests of whole days out of the long run, and nothing out of a run of named files', () => {
  expect(leftOut('long')).toEqual(DAYS);
  expect(leftOut(undefined)).toEqual([]);
});

test('divides the files among the shares of CI without leaving one out', () => {
  const shares = Array.from({ length: SHARES }, (_, at) => ofShare(SLOW, at + 1));
  expect(shares.flat().toSorted()).toEqual(SLOW.toSorted());
  expect(Math.min(...shares.map(({ length }) => length))).toBeGreaterThan(0);
});

test.each(FLOWS)('finds an end-to-end test in %s whose title begins with “%s”', (file, name) => {
  const quoted = `['"\`]${name.replace('a visitor', String.raw`a \$\{who\}`)}`;
  expect(read(`e2e/${file}.test.ts`)).toMatch(new RegExp(`test\\(\\s*${quoted}`));
});
