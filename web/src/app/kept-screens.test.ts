/** The screens that stay mounted as the customer navigates. */
import { expect, test } from 'vitest';
import type { Entry } from '../lib/hash-history.ts';
import type { Kept } from './kept-screens.ts';
import { KEPT_MAX, keepScreens } from './kept-screens.ts';

const entry = (path: string, index: number): Entry => ({ path, search: '', key: `${path}-${index}`, index });
const walk = (steps: readonly [Entry, string?][]): readonly Kept[] =>
  steps.reduce<readonly Kept[]>((kept, [one, tab]) => keepScreens(kept, one, tab), []);
const idsOf = (kept: readonly Kept[]): string[] => kept.map((one) => one.id);

test("keeps a tab's screen mounted while a page opened from it is in front", () => {
  expect(idsOf(walk([[entry('/', 0), '/'], [entry('/market', 1)]]))).toEqual(['/', '/market-1']);
});

test('unmounts the page in front when the customer goes back', () => {
  const kept = walk([
    [entry('/', 0), '/'],
    [entry('/market', 1)],
    [entry('/kline', 2)],
    [entry('/market', 1)],
  ]);
  expect(idsOf(kept)).toEqual(['/', '/market-1']);
});

test('keeps one screen for each tab, regardless of the history entry that opened it', () => {
  const kept = walk([
    [entry('/', 0), '/'],
    [entry('/me', 1), '/me'],
    [entry('/', 2), '/'],
    [entry('/me', 3), '/me'],
  ]);
  expect(idsOf(kept)).toEqual(['/', '/me']);
});

test('keeps only the twelve screens shown most recently', () => {
  const kept = walk(Array.from({ length: 30 }, (_, index) => [entry('/page', index)] as [Entry]));
  expect(kept).toHaveLength(KEPT_MAX);
  expect(kept.at(-1)?.id).toBe('/page-29');
});
