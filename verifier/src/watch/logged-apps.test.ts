/** Builds of the app that are logged alternately, with and without the statement that one returns. */
import { expect, test } from 'vitest';
import { Logged } from './logged.ts';

const DAY_MS = 86_400_000;
const build = (of: string): string => of.repeat(64);
const entry = (of: string): string => `candor-app-v1|${build(of)}`;
const back = (of: string, days: number, reason = 'It lost orders on slow phones.'): string =>
  `candor-app-rollback-v1|${build(of)}|${1 + days * DAY_MS}|${reason}`;

test.each<[string, readonly string[], readonly number[]]>([
  ['three builds one after another', [entry('a'), entry('b'), entry('c')], []],
  ['the same build twice', [entry('a'), entry('a'), entry('b')], []],
  ['two alternating builds', [entry('a'), entry('b'), entry('a'), entry('b')], [2, 3]],
  ['an old build after many', [entry('a'), entry('b'), entry('c'), entry('d'), entry('a')], [4]],
  ['a stated rollback, and the fixed build', [entry('a'), entry('b'), back('a', 1), entry('c')], []],
  [
    'a rollback that is stated, and the next one that is not',
    [entry('a'), entry('b'), back('a', 1), entry('b')],
    [3],
  ],
  ['two stated rollbacks within a week', [entry('a'), entry('b'), back('a', 1), back('b', 2)], []],
  [
    'two alternating builds, each stated',
    [entry('a'), entry('b'), back('a', 1), back('b', 2), back('a', 3), back('b', 9)],
    [4],
  ],
  [
    'three stated rollbacks within two weeks',
    [entry('a'), entry('b'), back('a', 1), back('b', 5), back('a', 9)],
    [],
  ],
  [
    'three stated rollbacks with times that go back',
    [entry('a'), entry('b'), back('a', 9), back('b', 1), back('a', 17)],
    [3],
  ],
  ['a new build that is stated to be old', [entry('a'), back('b', 1)], [1]],
  ['the newest build that is stated to come back', [entry('a'), entry('b'), back('b', 1)], [2]],
])('raises the alarm at the right entries for %s', (_, entries, expected) => {
  const logged = new Logged();
  const found = entries.flatMap((text, at) => logged.add(text).map(({ kind }) => [kind, at] as const));
  expect(found).toEqual(expected.map((at) => ['app_returned', at]));
  expect(logged.app).toBe(entries.at(-1)?.split('|')[1]);
});

test.each([
  back('a', 1, ''),
  back('a', 1, 'short'),
  `candor-app-rollback-v1|${build('a')}|x|A reason of some length.`,
])('does not take %s for a stated rollback', (text) => {
  const logged = new Logged();
  logged.add(entry('a'));
  logged.add(entry('b'));
  expect(logged.add(text).map(({ kind }) => kind)).toEqual(['entry_unknown']);
});
