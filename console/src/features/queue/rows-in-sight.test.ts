/** What of a long queue is drawn, and where it is scrolled to. */
import { expect, test } from 'vitest';
import { ROW_HEIGHT, rowsInSight, scrolledTo } from './rows-in-sight.ts';

const height = ROW_HEIGHT * 10;

test.each([
  { scrollTop: 0, total: 0, from: 0, to: 0 },
  { scrollTop: 0, total: 5, from: 0, to: 5 },
  { scrollTop: 0, total: 1000, from: 0, to: 18 },
  { scrollTop: ROW_HEIGHT * 500, total: 1000, from: 492, to: 518 },
  { scrollTop: ROW_HEIGHT * 990, total: 1000, from: 982, to: 1000 },
  // A queue that shrank while one was at its end.
  { scrollTop: ROW_HEIGHT * 990, total: 3, from: 3, to: 3 },
])('of $total rows at $scrollTop: $from to $to', ({ scrollTop, total, from, to }) => {
  expect(rowsInSight({ scrollTop, height }, total)).toEqual({ from, to });
});

test.each([
  { row: 3, scrollTop: 0, to: 0 },
  { row: 9, scrollTop: 0, to: 0 },
  { row: 10, scrollTop: 0, to: ROW_HEIGHT },
  { row: 4, scrollTop: ROW_HEIGHT * 8, to: ROW_HEIGHT * 4 },
])('row $row from $scrollTop scrolls to $to', ({ row, scrollTop, to }) => {
  expect(scrolledTo(row, { scrollTop, height })).toBe(to);
});
