/** Where a document stands under the glass. */
import { expect, test } from 'vitest';
import { ZOOM_STEP, moved, turned, wholeView, zoomed } from './zoom.ts';

const frame = { width: 400, height: 300 };

test('nearer keeps the point under the pointer where it is', () => {
  const near = zoomed(wholeView, 2, { x: 100, y: -50 });
  // What was 100 right of the middle is 200 from it now, less the move.
  expect(near).toEqual({ scale: 2, x: -100, y: 50, turns: 0 });
  expect(zoomed(near, 0.5, { x: 0, y: 0 })).toEqual(wholeView);
});

test('it gets neither smaller than whole nor nearer than twelvefold', () => {
  expect(zoomed(wholeView, 1 / ZOOM_STEP)).toEqual(wholeView);
  expect(zoomed(wholeView, 1000).scale).toBe(12);
});

test('what is whole does not move, what is near moves to its edge', () => {
  expect(moved(wholeView, { x: 50, y: 50 }, frame)).toEqual(wholeView);
  const near = zoomed(wholeView, 3);
  expect(moved(near, { x: 10_000, y: -10_000 }, frame)).toMatchObject({ x: 400, y: -300 });
});

test('turning four times comes round', () => {
  const once = turned(zoomed(wholeView, 3), -1);
  expect(once).toEqual({ ...wholeView, turns: 3 });
  expect([1, 1, 1, 1].reduce((view, by) => turned(view, by), once)).toEqual(once);
});
