/** Stored stars: a list of texts, and a newcomer's list where there is none. */
import { expect, test } from 'vitest';
import { readFavourites, useFavourites } from './favourites.ts';

test.each([
  ['a list', ['A/B'], ['A/B']],
  ['an empty list stays empty', [], []],
  ['odd entries are left out', ['A/B', 3, null], ['A/B']],
])('%s', (_name, stored, expected) => {
  expect(readFavourites(stored)).toEqual(expected);
});

test.each([undefined, null, {}, 'A/B'])('%o is as good as nothing stored', (stored) => {
  expect(readFavourites(stored)).toContain('BTC/USDT');
});

test('a star is set and taken', () => {
  const { toggle } = useFavourites.getState();
  toggle('LTC/USDT');
  expect(useFavourites.getState().symbols.at(-1)).toBe('LTC/USDT');
  toggle('LTC/USDT');
  expect(useFavourites.getState().symbols).not.toContain('LTC/USDT');
});
