/** Every kind of command is decided again by `npm run reexecute`, or a feature says that it is recorded by its effects. */
import { expect, test } from 'vitest';
import { BY_KEY } from '../server/src/identity/api-keys/mandate.ts';
import { rulebook } from '../server/src/app/gathering.ts';
import { isTest, readProject } from './source-files.ts';

/** The names of the commands that sources define. */
function definedIn(sources: Iterable<readonly [path: string, text: string]>): string[] {
  return [...sources]
    .filter(([path]) => path.startsWith('server/src/') && path.endsWith('.ts') && !isTest(path))
    .flatMap(([, text]) => [...text.matchAll(/\bcommand(?:<[^;]*?>)?\(\{\s*name: ([^,\n]+)/g)])
    .map(([, name = '']) => name.replaceAll("'", ''));
}

const listed = [...rulebook.recorded.commands, ...rulebook.effectsAlone]
  .filter((name) => !name.endsWith(BY_KEY))
  .toSorted();

test('lists each command of the server once', () => {
  expect(definedIn(readProject()).toSorted()).toEqual(listed);
});

test('finds a command that is not listed', () => {
  const added = ['server/src/features/a/commands.ts', "export const a = command({\n  name: 'a.do',"] as const;
  expect(definedIn([...readProject(), added])).toContain('a.do');
  expect(listed).not.toContain('a.do');
});

test('has a rule for each command that is decided again', () => {
  const terms = {
    ...{ instrument: () => undefined, option: () => undefined, exchange: () => undefined },
    ...{ withdrawal: () => undefined, deposit: () => undefined, loan: () => undefined },
    manual: () => undefined,
  };
  const { commands } = rulebook.under(terms as never);
  expect([...commands.keys()].toSorted()).toEqual([...rulebook.recorded.commands].toSorted());
});
