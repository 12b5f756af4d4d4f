/** The displayed reasons for refused quotes, and the markets counted by maximum quote age. */
import { expect, test } from 'vitest';
import { marketsByAge, refusedAs } from './pauses.ts';

test.each([
  ['jump', 'jump'],
  ['too_old', 'time'],
  ['feed_time_stands', 'time'],
  ['crossed', 'malformed'],
  ['unreadable_bid', 'malformed'],
])('groups the refusal reason %s as %s', (reason, group) => {
  expect(refusedAs(reason)).toBe(group);
});

test('counts the markets that have each maximum age', () => {
  const fills = [500, 0, 500].map((ageMs) => ({ fill_age_ms: ageMs }));
  expect(marketsByAge(fills)).toEqual([
    { ageMs: 500, count: 2 },
    { ageMs: 0, count: 1 },
  ]);
  expect(marketsByAge([])).toEqual([]);
});
