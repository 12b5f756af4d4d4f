import { describe, expect, test } from 'vitest';
import { mergePage } from './timeline-page.ts';
import type { Looked, MergedPage } from './timeline-page.ts';

/** A stream of times; `to` is the last time that was read, if older rows may follow. */
const stream = (times: readonly number[], to?: number): Looked<string, number> => ({
  start: 1000,
  rows: times.map((time) => ({ timeMs: BigInt(time), place: time, row: String(time) })),
  readTo: to === undefined ? undefined : { timeMs: BigInt(to), place: to },
});

type Streams = readonly [readonly number[], number | undefined, readonly number[], number | undefined];

describe('a page of two streams', () => {
  test.for<[string, Streams, number, string, readonly number[] | undefined]>([
    ['merges by time', [[9, 5], undefined, [7, 3], undefined], 10, '9 7 5 3', undefined],
    ['takes the first stream at equal times', [[5], undefined, [5], undefined], 1, '5', [5, 1000]],
    [
      'ends at the limit and continues after the last rows',
      [[9, 5], undefined, [7, 3], undefined],
      3,
      '9 7 5',
      [5, 7],
    ],
    ['stops where the other stream was not read yet', [[9, 2], undefined, [7], 6], 10, '9 7', [9, 6]],
    [
      'includes rows newer than the unread part of the other stream',
      [[9, 8], undefined, [], 6],
      10,
      '9 8',
      [8, 6],
    ],
    ['continues after rows that were read and did not match', [[], 40, [], 60], 10, '', [40, 60]],
    ['starts a stream over if the page has none of its rows', [[3, 2], 1, [], 50], 10, '', [1000, 50]],
    ['is empty without rows', [[], undefined, [], undefined], 10, '', undefined],
  ])('%s', ([, [one, oneTo, other, otherTo], limit, rows, next]) => {
    const page = mergePage(stream(one, oneTo), stream(other, otherTo), limit);
    expect(page.rows.join(' ')).toBe(rows);
    expect(page.next).toEqual(next);
  });

  test('returns every row once, in pages of any size', () => {
    const [ones, others] = [
      [95, 90, 64, 63, 62, 20, 11],
      [91, 90, 50, 40, 30, 10, 9, 8],
    ];
    for (let limit = 1; limit <= 6; limit += 1) {
      const seen: string[] = [];
      let at: readonly [number, number] | undefined = [1000, 1000];
      while (at !== undefined) {
        const page: MergedPage<string, number, number> = mergePage(
          below(ones, at[0], limit),
          below(others, at[1], limit),
          limit,
        );
        seen.push(...page.rows);
        at = page.next;
      }
      expect(seen.map(Number)).toEqual([...ones, ...others].toSorted((a, b) => b - a));
    }
  });
});

/** Reads at most as many rows as a page has. */
function below(all: readonly number[], place: number, limit: number): Looked<string, number> {
  const rest = all.filter((time) => time < place);
  const read = rest.slice(0, limit);
  const last = read.at(-1);
  return { ...stream(read, rest.length > limit ? last : undefined), start: place };
}
