/** Position events applied to the lists of positions and open orders. */
import { expect, test } from 'vitest';
import { listWith, partOf } from './position-list.ts';
import { toyPosition } from './testing/toy-position.ts';

const at = (id: string, changes = {}) => toyPosition({ id, ...changes });

test.each([
  ['pending', 'in_transaction'],
  ['open', 'holding'],
  ['closing', 'holding'],
  ['closed', 'completed'],
  ['cancelled', 'completed'],
] as const)('assigns a position that is %s to the list %s', (status, part) =>
  expect(partOf({ status })).toBe(part),
);

test('inserts a new position at the top of an unpaged list or of the first page', () => {
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  expect(ids(listWith({ items: [at('1')] }, at('2'), true).items)).toEqual(['2', '1']);
  const paged = listWith({ pages: [{ items: [at('2')] }, { items: [at('1')] }] }, at('3'), true);
  expect(paged.pages.map(({ items }) => ids(items))).toEqual([['3', '2'], ['1']]);
});

test('replaces a known position in place, on any page', () => {
  const list = { pages: [{ items: [at('2')] }, { items: [at('1')] }] };
  const after = listWith(list, at('1', { margin: '9' }), true);
  expect(after.pages.map(({ items }) => items.map(({ margin }) => margin))).toEqual([['1500'], ['9']]);
});

test('removes a position that no longer belongs to the list', () => {
  const list = { items: [at('2'), at('1')] };
  expect(listWith(list, at('2', { status: 'closed' }), false).items.map(({ id }) => id)).toEqual(['1']);
});
