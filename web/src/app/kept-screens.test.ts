/** Which screens live on as the customer moves. */
import { expect, test } from 'vitest';
import type { Entry } from '../lib/hash-history.ts';
import type { Kept } from './kept-screens.ts';
import { KEPT_MAX, keepScreens } from './kept-screens.ts';

const entry = (path: string, index: number): Entry => ({ path, search: '', key: `${path}-${index}`, index });
const walk = (steps: readonly [Entry, string?][]): readonly Kept[] =>
  steps.reduce<readonly Kept[]>((kept, [one, tab]) => keepScreens(kept, one, tab), []);
const idsOf = (kept: readonly Kept[]): string[] => kept.map((one) => one.id);

test('a page opened from a tab keeps the tab alive', () => {
  expect(idsOf(walk([[entry('/', 0), '/'], [entry('/market', 1)]]))).toEqual(['/', '/market-1']);
});

test('going back lets go of what was in front', () => {
  const kept = walk([
    [entry('/', 0), '/'],
    [entry('/market', 1)],
    [entry('/kline', 2)],
    [entry('/market', 1)],
  ]);
  expect(idsOf(kept)).toEqual(['/', '/market-1']);
});

test('a tab is the same screen whichever way it is reached', () => {
  const kept = walk([
    [entry('/', 0), '/'],
    [entry('/me', 1), '/me'],
    [entry('/', 2), '/'],
    [entry('/me', 3), '/me'],
  ]);
  expect(idsOf(kept)).toEqual(['/', '/me']);
});

test('no more than a dozen are kept, the latest ones', () => {
  const kept = walk(Array.from({ length: 30 }, (_, index) => [entry('/page', index)] as [Entry]));
  expect(kept).toHaveLength(KEPT_MAX);
  expect(kept.at(-1)?.id).toBe('/page-29');
});
