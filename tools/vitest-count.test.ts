/** Counts a run of vitest in which some files failed and ran again alone. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countRun, failedFiles, unsteadyFileSentences } from './vitest-count.ts';

const file = (name: string, ...statuses: string[]) => ({
  name: join(process.cwd(), name),
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  ...{ startTime: 1000, endTime: 3500 },
  assertionResults: statuses.map((status) => ({ status })),
});
const run = (...testResults: ReturnType<typeof file>[]) => ({ testResults });

test.each([
  [
    'all passed',
    [file('a', 'passed'), file('b', 'passed', 'skipped')],
    undefined,
    0,
    { passed: 2, failed: 0 },
    [],
  ],
  [
    'one failed twice',
    [file('a', 'failed', 'passed')],
    [file('a', 'failed', 'passed')],
    1,
    { passed: 1, failed: 1 },
    [],
  ],
  [
    'one passed only when it ran alone',
    [file('a', 'failed', 'passed'), file('b', 'passed')],
    [file('a', 'passed', 'passed')],
    0,
    { passed: 3, failed: 0 },
    ['a'],
  ],
  ['one could not be read', [file('a')], [file('a')], 1, { passed: 0, failed: 1 }, []],
  ['an error occurred outside the files', [file('a', 'passed')], undefined, 1, { passed: 1, failed: 1 }, []],
  [
    'too many passed only alone',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(name, 'failed')),
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(name, 'passed')),
    0,
    { passed: 6, failed: 6 },
    ['a', 'b', 'c', 'd', 'e', 'f'],
  ],
])('counts a run in which %s', (_, first, second, code, counts, unsteady) => {
  const counted = countRun({ first: run(...first), code, second: second && run(...second) });
  expect(counted).toMatchObject({ ...counts, unsteady });
  expect(counted.took[0]).toEqual({ file: 'a', ms: 2500 });
});

test('names the files that failed', () => {
  expect(failedFiles(run(file('a', 'passed'), file('b', 'failed'), file('c')))).toEqual(['b', 'c']);
});

test('names the files that passed only when they ran alone, if any', () => {
  expect(unsteadyFileSentences([])).toEqual([]);
  expect(unsteadyFileSentences(['a'])).toEqual([
    'UNSTEADY: 1 test files passed only when they ran again alone (counted as passed):',
    '  a',
  ]);
  expect(unsteadyFileSentences(['a', 'b', 'c', 'd', 'e', 'f'])[0]).toContain('too many, so the run fails');
});
