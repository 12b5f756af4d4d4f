import { expect, test } from 'vitest';
import { houseTime, wallTime } from './house-time.ts';

const DAY = 86_400_000;
const T = 1_800_000_000_000;

test('returns the real time on a platform whose clock was never set', () => {
  expect([wallTime([], T), houseTime([], T)]).toEqual([T, T]);
});

/** A demo that began twenty days ago, and was set forward by one day, by nineteen days, and by one more day. */
const steps = [
  { wallMs: T, aheadMs: -20 * DAY },
  { wallMs: T + 1000, aheadMs: -19 * DAY },
  { wallMs: T + 2000, aheadMs: 0 },
  { wallMs: T + 9000, aheadMs: DAY },
];

test.each<[what: string, houseMs: number, wallMs: number]>([
  ['at the platform’s beginning', T - 20 * DAY, T],
  ['just before a step', T + 999 - 20 * DAY, T + 999],
  ['skipped by a step', T - 19.5 * DAY, T + 1000],
  ['at a step', T + 1000 - 19 * DAY, T + 1000],
  ['between steps', T + 5000, T + 5000],
  ['after the last step', T + 12_000 + DAY, T + 12_000],
])('converts a platform time to real time: %s', (_, houseMs, wallMs) => {
  expect(wallTime(steps, houseMs)).toBe(wallMs);
});

test.each([T, T + 999, T + 1000, T + 5000, T + 9000, T + 10 * DAY])(
  'returns the same real time after a conversion to the platform’s time and back (%i)',
  (wallMs) => expect(wallTime(steps, houseTime(steps, wallMs))).toBe(wallMs),
);
