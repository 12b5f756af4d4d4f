/** The time until a market reopens. */
import { expect, test } from 'vitest';
import { waitForm, waitUntil } from './reopening.ts';

test.each([
  [0, '0 0 1 minutes'],
  [-500, '0 0 1 minutes'],
  [1, '0 0 1 minutes'],
  [61, '0 0 2 minutes'],
  [3600, '0 1 0 hours'],
  [3 * 3600 + 20 * 60, '0 3 20 hours'],
  [2 * 86_400 + 5 * 3600 + 59, '2 5 1 days'],
])('converts a wait of %i seconds to days, hours and minutes', (left, expected) => {
  const wait = waitUntil(1000 + left, 1000);
  expect(`${wait.days} ${wait.hours} ${wait.minutes} ${waitForm(wait)}`).toBe(expected);
});
