/** Numbered pages over a list that only has a next cursor. */
import { expect, test } from 'vitest';
import { Cursors } from './cursors.ts';

/** A list of ten rows, two per page, whose cursor is the index of the page's first row. */
function list() {
  const asked: (string | undefined)[] = [];
  const rows = Array.from({ length: 10 }, (_row, index) => index);
  const read = async (cursor: string | undefined) => {
    asked.push(cursor);
    const from = Number(cursor ?? '0');
    return { items: rows.slice(from, from + 2), next: from + 2 < rows.length ? String(from + 2) : null };
  };
  return { asked, rows, read };
}

test('requests each page once when paging forward', async () => {
  const { asked, read } = list();
  const cursors = new Cursors();
  expect((await cursors.read('l', 1, read)).items).toEqual([0, 1]);
  expect((await cursors.read('l', 2, read)).items).toEqual([2, 3]);
  expect((await cursors.read('l', 3, read)).items).toEqual([4, 5]);
  expect((await cursors.read('l', 2, read)).items).toEqual([2, 3]);
  expect(asked).toEqual([undefined, '2', '4', '2']);
});

test('returns an unvisited page after requesting the pages before it', async () => {
  const { asked, read } = list();
  expect((await new Cursors().read('l', 4, read)).items).toEqual([6, 7]);
  expect(asked).toEqual([undefined, '2', '4', '6']);
});

test('returns an empty page beyond the end', async () => {
  const { read } = list();
  expect(await new Cursors().read('l', 9, read)).toEqual({ items: [], next: null });
});

test('stores the pages of each list separately, and discards the oldest list', async () => {
  const { asked, read } = list();
  const cursors = new Cursors();
  await cursors.read('first', 1, read);
  for (let other = 0; other < 60; other += 1) await cursors.read(`other ${other}`, 1, read);
  asked.length = 0;
  await cursors.read('first', 2, read);
  expect(asked).toEqual([undefined, '2']);
});
