/** The heights of the panes below the candles. */
import { expect, test } from 'vitest';
import { paneHeight } from './chart-panes.ts';

test.each([
  ['a tall chart', 84, 700, 84],
  ['a short chart', 84, 340, 54],
  ['a very short chart', 84, 120, 40],
  ['a chart without a size', 84, 0, 84],
])('gives a pane its height in %s', (_name, wantedPx, chartPx, heightPx) => {
  expect(paneHeight(wantedPx, chartPx)).toBe(heightPx);
});
