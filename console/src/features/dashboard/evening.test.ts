/** The evening before, by the operator's own clock. */
import { expect, test } from 'vitest';
import { eveningBefore } from './evening.ts';

const local = (day: number, hour: number, minute = 0): number =>
  new Date(2026, 2, day, hour, minute).getTime() / 1000;

test.each([
  ['in the morning', 12, 8, 11],
  ['right after midnight', 12, 0, 11],
  ['late in the evening', 12, 23, 11],
  ['on the first day of a month', 1, 9, 0],
])('is six o’clock of the previous day %s', (_, day, hour, before) => {
  expect(eveningBefore(local(day, hour))).toBe(local(before, 18));
});

test('stays the same all day', () => {
  expect(eveningBefore(local(12, 23, 59))).toBe(eveningBefore(local(12, 0)));
});
