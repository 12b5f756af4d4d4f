/** The position of a document in the viewer. */
import { expect, test } from 'vitest';
import { ZOOM_STEP, moved, turned, wholeView, zoomed } from './zoom.ts';

const frame = { width: 400, height: 300 };

test('keeps the point under the pointer in place when zooming', () => {
  const near = zoomed(wholeView, 2, { x: 100, y: -50 });
  // A point 100 to the right of the centre moves to 200, minus the shift.
  expect(near).toEqual({ scale: 2, x: -100, y: 50, turns: 0 });
  expect(zoomed(near, 0.5, { x: 0, y: 0 })).toEqual(wholeView);
});

test('limits the zoom factor to the range from 1, which shows the full document, to 12', () => {
  expect(zoomed(wholeView, 1 / ZOOM_STEP)).toEqual(wholeView);
  expect(zoomed(wholeView, 1000).scale).toBe(12);
});

test('does not pan a document that is shown in full, and pans a zoomed document no further than its edge', () => {
  expect(moved(wholeView, { x: 50, y: 50 }, frame)).toEqual(wholeView);
  const near = zoomed(wholeView, 3);
  expect(moved(near, { x: 10_000, y: -10_000 }, frame)).toMatchObject({ x: 400, y: -300 });
});

test('returns the initial view after four quarter turns', () => {
  const once = turned(zoomed(wholeView, 3), -1);
  expect(once).toEqual({ ...wholeView, turns: 3 });
  expect([1, 1, 1, 1].reduce((view, by) => turned(view, by), once)).toEqual(once);
});
