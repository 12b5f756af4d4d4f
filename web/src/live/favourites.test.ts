/** Stored favourites. */
import { expect, test } from 'vitest';
import { readFavourites, withToggled } from './favourites.ts';

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
  expect(withToggled(['A/B'], 'LTC/USDT')).toEqual(['A/B', 'LTC/USDT']);
  expect(withToggled(['A/B', 'LTC/USDT'], 'A/B')).toEqual(['LTC/USDT']);
});
