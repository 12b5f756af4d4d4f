/** What a change is said to touch: tests by their distance, screens by their rows, SQL by the name of its file. */
import { expect, test } from 'vitest';
import { screenRows } from './screen-rows.ts';
import { touchedScreens } from './touched-screens.ts';
import { featureTests } from './touched-sql.ts';
import { landed, readGraph, testsOf } from './touched.ts';
import type { Graph } from './touched.ts';

const small: Graph = new Map([
  ['domain/src/a.ts', []],
  ['domain/src/a.test.ts', ['domain/src/a.ts']],
  ['domain/src/b.ts', ['domain/src/a.ts']],
  ['domain/src/b.test.ts', ['domain/src/b.ts']],
  ['domain/src/c.test.ts', []],
]);

test('the nearest test of a file comes first, and one that does not reach it not at all', () => {
  expect(testsOf(small, ['domain/src/a.ts'])).toEqual(['domain/src/a.test.ts', 'domain/src/b.test.ts']);
  expect(testsOf(small, ['domain/src/c.test.ts'])).toEqual(['domain/src/c.test.ts']);
});

test('every row of the table of routes names a file that is there', () => {
  const graph = readGraph();
  const rows = screenRows();
  expect(rows.length).toBeGreaterThan(70);
  expect(rows.filter(({ file }) => !graph.has(file))).toEqual([]);
});

test('a screen of its own touches its row alone, what all stand in touches all', () => {
  const graph = readGraph();
  const commit = landed() ?? 'HEAD';
  const touched = (path: string) => touchedScreens(graph, [path], commit);
  expect(touched('web/src/features/transfers/transfer.ts')).toEqual(['/pages/me/transfer']);
  expect(touched('web/src/ui/tokens.css').length).toBeGreaterThan(70);
  expect(touched('server/src/main.ts')).toEqual([]);
});

test('SQL is for the tests of its feature and of the schema', () => {
  const paths = [...readGraph().keys()];
  const found = featureTests(paths, ['server/schema/12-transfers.sql']);
  expect(found).toContain('server/src/features/transfers/transfers.test.ts');
  expect(found).toContain('tools/schema/states.test.ts');
  expect(found.filter((path) => path.includes('/loans/'))).toEqual([]);
  expect(featureTests(paths, ['README.md'])).toEqual([]);
});
