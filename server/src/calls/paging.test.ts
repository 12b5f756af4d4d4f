/**
 * Paged lists: no row appears twice or is left out, the last page is marked, and a list accepts only the cursors that it issued.
 */
import { expect, test } from 'vitest';
import { pageById } from './paging.ts';

function listOf(count: number) {
  const ids = Array.from({ length: count }, (_, at) => BigInt(count - at));
  return {
    read: ({ below, limit }: { below: bigint | undefined; limit: number }) =>
      Promise.resolve(ids.filter((id) => below === undefined || id < below).slice(0, limit + 1)),
    idOf: (id: bigint) => id,
    view: String,
  };
}

test.each([
  [0, 3, [[]]],
  [1, 3, [['1']]],
  [3, 3, [['3', '2', '1']]],
  [4, 3, [['4', '3', '2'], ['1']]],
  [7, 3, [['7', '6', '5'], ['4', '3', '2'], ['1']]],
])('splits %i rows into pages of %i', async (count, limit, pages) => {
  const seen: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await pageById({ cursor, limit }, listOf(count));
    if (!page.ok) throw new Error(page.refusal.code);
    seen.push([...page.value.items]);
    cursor = page.value.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(pages);
});

test('returns pages of the default size, and of at most the maximum size', async () => {
  const lengthOf = async (limit?: number) => {
    const page = await pageById({ limit }, listOf(1000));
    return page.ok ? page.value.items.length : 0;
  };
  const [usual, most] = [await lengthOf(), await lengthOf(1_000_000)];
  expect([usual, most].every((length) => length > 0 && length < 1000)).toBe(true);
  expect(await lengthOf(usual)).toBe(usual);
  expect(await lengthOf(most + 1)).toBe(most);
});

test.each(['', '-1', '1-2', '1.5', '1e3', ' 1', '9'.repeat(19), 'x', "1'"])(
  'rejects %j as a cursor',
  async (cursor) => {
    expect(await pageById({ cursor }, listOf(3))).toMatchObject({
      ok: false,
      refusal: { code: 'parameter_wrong', field: 'cursor' },
    });
  },
);
