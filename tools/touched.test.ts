/** Which tests, screens and SQL a change reaches: tests by their distance, screens by their rows, SQL by the name of its file. */
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

test('lists the nearest test of a file first, and omits a test that does not reach the file', () => {
  expect(testsOf(small, ['domain/src/a.ts'])).toEqual(['domain/src/a.test.ts', 'domain/src/b.test.ts']);
  expect(testsOf(small, ['domain/src/c.test.ts'])).toEqual(['domain/src/c.test.ts']);
});

test('finds an existing file for each row in the table of routes', () => {
  const graph = readGraph();
  const rows = screenRows();
  expect(rows.length).toBeGreaterThan(70);
  expect(rows.filter(({ file }) => !graph.has(file))).toEqual([]);
});

test("maps a screen's own file to its row, and a shared file to all rows", () => {
  const graph = readGraph();
  const commit = landed() ?? 'HEAD';
  const touched = (path: string) => touchedScreens(graph, [path], commit);
  expect(touched('web/src/features/transfers/transfer.ts')).toEqual(['/pages/me/transfer']);
  expect(touched('web/src/ui/tokens.css').length).toBeGreaterThan(70);
  expect(touched('server/src/main.ts')).toEqual([]);
});

test('maps SQL to the tests of its feature and of the schema', () => {
  const paths = [...readGraph().keys()];
  const found = featureTests(paths, ['server/schema/12-transfers.sql']);
  expect(found).toContain('server/src/features/transfers/transfers.test.ts');
  expect(found).toContain('tools/schema/states.test.ts');
  expect(found.filter((path) => path.includes('/loans/'))).toEqual([]);
  expect(featureTests(paths, ['README.md'])).toEqual([]);
});
