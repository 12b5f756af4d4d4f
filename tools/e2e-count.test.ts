/** Counts the end-to-end tests that passed or failed, and names those that passed only at the second attempt. */
import { expect, test } from 'vitest';
import { countEndToEnd, unsteadySentences } from './e2e-count.ts';

const spec = (title: string, status: string) => ({
  ...{ file: 'wallet.test.ts', line: 7, title },
  tests: [{ status }],
});
const report = (of: readonly (readonly [string, string])[]) => {
  const count = (wanted: string) => of.filter(([, status]) => status === wanted).length;
  return {
    // Half of the tests are in a suite nested in the file's suite.
    suites: [
      {
        file: 'wallet.test.ts',
        specs: of.slice(0, 1).map(([title, status]) => spec(title, status)),
        suites: [{ specs: of.slice(1).map(([title, status]) => spec(title, status)) }],
      },
    ],
    stats: { expected: count('expected'), unexpected: count('unexpected'), flaky: count('flaky') },
  };
};

test.each([
  [['expected', 'expected', 'expected'], { passed: 3, failed: 0 }, []],
  [['expected', 'unexpected', 'expected'], { passed: 2, failed: 1 }, []],
  [['flaky', 'expected', 'unexpected'], { passed: 2, failed: 1 }, ['a']],
  [['flaky', 'flaky', 'expected'], { passed: 3, failed: 0 }, ['a', 'b']],
  [['flaky', 'flaky', 'flaky'], { passed: 0, failed: 3 }, ['a', 'b', 'c']],
] as const)('counts the report %j as %j', (statuses, counts, unsteady) => {
  const named = (['a', 'b', 'c'] as const).map((title, at) => [title, statuses[at] ?? ''] as const);
  expect(countEndToEnd([report(named.slice(0, 1)), report(named.slice(1))])).toEqual({
    ...counts,
    unsteady: unsteady.map((title) => `wallet.test.ts:7 ${title}`),
  });
});

test('names the tests that needed a second attempt, if any', () => {
  const sentences = unsteadySentences(countEndToEnd([report([['a wallet refuses', 'flaky']])]).unsteady);
  expect(sentences).toEqual([
    'UNSTEADY: 1 of the end-to-end tests passed only at the second attempt (counted as passed):',
    '  wallet.test.ts:7 a wallet refuses',
  ]);
  const { unsteady } = countEndToEnd([report([['a wallet refuses', 'unexpected']])]);
  expect(unsteadySentences(unsteady)).toEqual([]);
  expect(unsteadySentences(['a', 'b', 'c'])[0]).toContain('too many, so the run fails');
});

test('fails a run that has no report, ran no test, or failed outside its tests', () => {
  const whole = report([['a wallet refuses', 'expected']]);
  expect(countEndToEnd([whole, undefined])).toMatchObject({ passed: 1, failed: 1 });
  expect(countEndToEnd([whole, report([])])).toMatchObject({ passed: 1, failed: 1 });
  expect(countEndToEnd([{ ...whole, code: 1 }])).toMatchObject({
    passed: 1,
    failed: 1,
  });
});
