/** The due times of a recurring purchase. */
import { expect, test } from 'vitest';
import { firstDueMs, isSchedule, nextDueMs } from './schedule.ts';
import type { Schedule } from './schedule.ts';

const daily = (hour: number): Schedule => ({ every: 'day', onDay: 0, hour });
const weekly = (onDay: number, hour: number): Schedule => ({ every: 'week', onDay, hour });
const monthly = (onDay: number, hour: number): Schedule => ({ every: 'month', onDay, hour });
const shown = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

const cases: [name: string, schedule: Schedule, after: string, due: string][] = [
  ['later the same day', daily(9), '2026-11-27T08:59:59Z', '2026-11-27T09:00'],
  ['at the hour itself, the next day', daily(9), '2026-11-27T09:00:00Z', '2026-11-28T09:00'],
  ['in the next year', daily(0), '2026-12-31T12:00:00Z', '2027-01-01T00:00'],
  ['Monday, from a Friday', weekly(1, 9), '2026-11-27T10:00:00Z', '2026-11-30T09:00'],
  ['the same weekday, before the hour', weekly(5, 23), '2026-11-27T10:00:00Z', '2026-11-27T23:00'],
  ['the same weekday, after the hour', weekly(5, 9), '2026-11-27T09:00:00Z', '2026-12-04T09:00'],
  ['Sunday, from a Monday', weekly(7, 0), '2026-11-30T00:00:00Z', '2026-12-06T00:00'],
  ['the 15th of this month', monthly(15, 9), '2026-11-01T00:00:00Z', '2026-11-15T09:00'],
  ['the 15th of the next month', monthly(15, 9), '2026-11-15T09:00:00Z', '2026-12-15T09:00'],
  ['the 31st in a month of 30 days', monthly(31, 9), '2026-11-27T00:00:00Z', '2026-11-30T09:00'],
  ['the 31st after a month of 30 days', monthly(31, 9), '2026-11-30T09:00:00Z', '2026-12-31T09:00'],
  ['the 30th in February', monthly(30, 9), '2027-01-30T09:00:00Z', '2027-02-28T09:00'],
  ['the 29th in a February without one', monthly(29, 9), '2027-02-01T00:00:00Z', '2027-02-28T09:00'],
  ['the 29th in a leap year', monthly(29, 9), '2028-02-01T00:00:00Z', '2028-02-29T09:00'],
  ['the 31st in a leap year', monthly(31, 0), '2028-01-31T00:00:00Z', '2028-02-29T00:00'],
  ['no leap year in 2100', monthly(29, 9), '2100-02-01T00:00:00Z', '2100-02-28T09:00'],
  ['the 1st in the next year', monthly(1, 0), '2026-12-01T00:00:00Z', '2027-01-01T00:00'],
];
test.each(cases)('returns the next due time: %s', (_, schedule, after, due) => {
  expect(shown(nextDueMs(schedule, Date.parse(after)))).toBe(due);
});

test.each([
  ['a day in the future', '2026-12-10', '2026-11-27T10:00', '2026-12-14T09:00'],
  ['a Monday before the hour', '2026-11-30', '2026-11-27T10:00', '2026-11-30T09:00'],
  ['a Monday after the hour', '2026-11-30', '2026-11-30T09:00', '2026-12-07T09:00'],
  ['a day in the past', '2026-01-01', '2026-11-27T10:00', '2026-11-30T09:00'],
])('returns the first due Monday given %s', (_, day, now, due) => {
  const from = { dayMs: Date.parse(`${day}T00:00Z`), nowMs: Date.parse(`${now}Z`) };
  expect(shown(firstDueMs(weekly(1, 9), from))).toBe(due);
});

test.each<[Schedule, boolean]>([
  [daily(0), true],
  [daily(24), false],
  [{ every: 'day', onDay: 1, hour: 0 }, false],
  [weekly(0, 9), false],
  [weekly(7, 23), true],
  [weekly(8, 9), false],
  [monthly(31, 9), true],
  [monthly(32, 9), false],
  [monthly(1.5, 9), false],
  [weekly(1, -1), false],
])('reports whether the schedule %o is valid: %s', (schedule, is) => {
  expect(isSchedule(schedule)).toBe(is);
});
