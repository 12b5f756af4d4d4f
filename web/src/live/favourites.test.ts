/** Stored favourites. */
import { expect, test } from 'vitest';
import { readFavourites, useFavourites } from './favourites.ts';

test.each([
  ['a list', ['A/B'], ['A/B']],
  ['an empty list', [], []],
  ['a list with invalid entries', ['A/B', 3, null], ['A/B']],
])('parses stored favourites: %s', (_name, stored, expected) => {
  expect(readFavourites(stored)).toEqual(expected);
});

test.each([undefined, null, {}, 'A/B'])('returns the default list for the stored value %o', (stored) => {
  expect(readFavourites(stored)).toContain('BTC/USDT');
});

test('adds and removes a favourite', () => {
  const { toggle } = useFavourites.getState();
  toggle('LTC/USDT');
  expect(useFavourites.getState().symbols.at(-1)).toBe('LTC/USDT');
  toggle('LTC/USDT');
  expect(useFavourites.getState().symbols).not.toContain('LTC/USDT');
});
