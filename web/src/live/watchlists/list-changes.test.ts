/** Changes of watchlists, which keep the limits and can be repeated on other lists. */
import { expect, test } from 'vitest';
import {
  movedList,
  movedSymbol,
  nameProblem,
  renamed,
  withList,
  withoutList,
  withSymbol,
} from './list-changes.ts';
import type { Watchlists } from './list-changes.ts';

const lists: Watchlists = [
  { name: '', symbols: ['A/B', 'C/D'] },
  { name: 'Metals', symbols: ['XAU/USD'] },
];

test('adds an instrument at the end, once, and removes it', () => {
  const add = withSymbol('Metals', { symbol: 'A/B', isOn: true });
  expect(add(lists)[1]?.symbols).toEqual(['XAU/USD', 'A/B']);
  expect(add(add(lists))).toEqual(add(lists));
  expect(withSymbol('', { symbol: 'A/B', isOn: false })(lists)[0]?.symbols).toEqual(['C/D']);
  expect(withSymbol('Gone', { symbol: 'A/B', isOn: true })(lists)).toEqual(lists);
});

test('adds no instrument to a list of a hundred, and no list to twenty', () => {
  const full = [{ name: '', symbols: Array.from({ length: 100 }, (_, at) => `S${at}`) }];
  expect(withSymbol('', { symbol: 'A/B', isOn: true })(full)).toEqual(full);
  const many = Array.from({ length: 20 }, (_, at) => ({ name: `L${at}`, symbols: [] }));
  expect(withList('More')(many)).toEqual(many);
});

test('adds, renames, moves and deletes a list', () => {
  expect(withList('New', ['A/B'])(lists)[2]).toEqual({ name: 'New', symbols: ['A/B'] });
  expect(withList('Metals', ['A/B'])(lists)).toEqual(lists);
  expect(renamed('', 'Mine')(lists)[0]?.name).toBe('Mine');
  expect(renamed('', 'Metals')(lists)).toEqual(lists);
  expect(movedList('Metals', 0)(lists).map(({ name }) => name)).toEqual(['Metals', '']);
  expect(movedList('Metals', 2)(lists)).toEqual(lists);
  expect(movedList('Gone', 0)(lists)).toEqual(lists);
  expect(movedSymbol('', { symbol: 'C/D', to: 0 })(lists)[0]?.symbols).toEqual(['C/D', 'A/B']);
  expect(withoutList('')(lists)).toEqual([lists[1]]);
});

test('does not delete the last list', () => {
  const last = lists.slice(1);
  expect(withoutList('Metals')(last)).toEqual(last);
});

test.each([
  ['', undefined, 'missing'],
  ['  ', 'Metals', 'missing'],
  ['', '', undefined],
  ['Metals', undefined, 'taken'],
  [' Metals ', 'Metals', undefined],
  ['😀'.repeat(30), undefined, undefined],
  ['😀'.repeat(31), undefined, 'long'],
])('reports the problem, if any, with the name "%s" for the list %o: %s', (typed, own, problem) => {
  expect(nameProblem(lists, own === undefined ? { typed } : { typed, own })).toBe(problem);
});
