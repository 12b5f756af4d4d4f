/** Transitions of a plan's row: one case per row, with the expected outcome last. */
import { afterEach, expect, test, vi } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { Schedule } from '@candor/domain/recurring/schedule.ts';
import { changed, deleted, gone, paused, resumed, waiting } from './states.ts';
import { NOW, planRow, planWords, shown } from './testing/plan-row.ts';
import { scheduleOf } from './tables.ts';
import type { PlanRow } from './tables.ts';

const at = { nowMs: NOW, seq: 50n };
const ms = (text: string): number => Date.parse(`${text}Z`);

afterEach(() => vi.unstubAllEnvs());

test.each<[string, Partial<PlanRow>, 'bought' | 'short' | 'skipped', string]>([
  ['bought', {}, 'bought', 'active, due 2026-11-29T09:00, short 0'],
  [
    'bought after two purchases without funds',
    { shortRun: 2 },
    'bought',
    'active, due 2026-11-29T09:00, short 0',
  ],
  ['without funds', {}, 'short', 'active, due 2026-11-29T09:00, short 1'],
  ['without funds for the second time', { shortRun: 1 }, 'short', 'active, due 2026-11-29T09:00, short 2'],
  [
    'without funds for the third time',
    { shortRun: 2 },
    'short',
    'paused (short), due 2026-11-29T09:00, short 3',
  ],
  ['skipped for a reason other than funds', {}, 'skipped', 'active, due 2026-11-29T09:00, short 0'],
  [
    'skipped after two purchases without funds',
    { shortRun: 2 },
    'skipped',
    'active, due 2026-11-29T09:00, short 2',
  ],
])('schedules the next purchase and counts purchases without funds: %s', (_, change, how, expected) => {
  expect(planWords(gone(planRow(change), how, at))).toBe(expected);
});

const everyMonth = (onDay: number, due: string): Partial<PlanRow> => ({
  ...{ every: 'month', onDay, dueMs: ms(due) },
});

test.each<[string, Partial<PlanRow>, string]>([
  ['the 31st, followed by a month of 30 days', everyMonth(31, '2026-10-31T09:00'), '2026-11-30T09:00'],
  ['the 30th of a short month, followed by the 31st', everyMonth(31, '2026-11-30T09:00'), '2026-12-31T09:00'],
  ['the 30th, followed by February', everyMonth(30, '2027-01-30T09:00'), '2027-02-28T09:00'],
  ['the last day of February, followed by the 30th', everyMonth(30, '2027-02-28T09:00'), '2027-03-30T09:00'],
  ['the 29th, followed by a leap day', everyMonth(29, '2028-01-29T09:00'), '2028-02-29T09:00'],
  ['the 31st, followed by a leap day', everyMonth(31, '2028-01-31T09:00'), '2028-02-29T09:00'],
  ['every day, before a leap day', { dueMs: ms('2028-02-28T09:00') }, '2028-02-29T09:00'],
  ['every day, after a leap day', { dueMs: ms('2028-02-29T09:00') }, '2028-03-01T09:00'],
  ['every day, at the end of a year', { dueMs: ms('2026-12-31T09:00') }, '2027-01-01T09:00'],
  ['every week', { every: 'week', onDay: 7, dueMs: ms('2026-11-29T09:00') }, '2026-12-06T09:00'],
])('computes the next due time: %s', (_, change, due) => {
  expect(shown(gone(planRow(change), 'bought', at).dueMs)).toBe(due);
});

// Between the two times, the clocks of these zones change: two o'clock doesn't exist or occurs twice.
test.each([
  ['Europe/Berlin', '2026-03-28T02:00', '2026-03-30T02:00'],
  ['Europe/Berlin', '2026-10-24T02:00', '2026-10-26T02:00'],
  ['America/New_York', '2026-03-07T02:00', '2026-03-09T02:00'],
  ['America/New_York', '2026-10-31T02:00', '2026-11-02T02:00'],
])('keeps the UTC hour if the clocks of the server’s zone %s change after %s', (zone, from, to) => {
  vi.stubEnv('TZ', zone);
  expect(new Date(ms(from)).getTimezoneOffset()).not.toBe(new Date(ms(to)).getTimezoneOffset());
  const daily = planRow({ hour: 2, dueMs: ms(from) });
  const monthly = planRow({ every: 'month', onDay: new Date(ms(to)).getUTCDate(), hour: 2, dueMs: ms(from) });
  expect(shown(gone(gone(daily, 'bought', at), 'bought', at).dueMs)).toBe(to);
  expect(shown(gone(monthly, 'bought', at).dueMs)).toBe(to);
});

test('schedules the time that follows a missed one, even if both have passed', () => {
  const row = gone(planRow({ dueMs: ms('2026-11-20T09:00') }), 'skipped', at);
  expect(shown(row.dueMs)).toBe('2026-11-21T09:00');
  expect(row.updatedMs).toBe(NOW);
});

test.each<[string, Partial<PlanRow>, string]>([
  ['later today', { hour: 11 }, '2026-11-27T11:00'],
  ['at the hour itself: the next day', { hour: 10 }, '2026-11-28T10:00'],
  ['after the hour', {}, '2026-11-28T09:00'],
  ['after a pause of a month, without catching up', { dueMs: ms('2026-10-27T09:00') }, '2026-11-28T09:00'],
  ['every week, after today’s hour', { every: 'week', onDay: 5 }, '2026-12-04T09:00'],
  ['the 31st, in a month of 30 days', { every: 'month', onDay: 31 }, '2026-11-30T09:00'],
])('computes the due time of a resumed plan: %s', (_, change, due) => {
  const row = resumed(planRow({ status: 'paused', reason: 'short', shortRun: 3, ...change }), at);
  expect(planWords(row)).toBe(`active, due ${due}, short 0`);
});

const same = scheduleOf(planRow());
type Changing = [string, Partial<PlanRow>, Schedule, string];
test.each<Changing>([
  ['only the amount', {}, same, 'active, due 2026-11-28T09:00, short 0'],
  [
    'the amount, while it waits for a price',
    { dueMs: NOW - 1 },
    same,
    'active, due 2026-11-27T09:59, short 0',
  ],
  ['a later hour', {}, { ...same, hour: 11 }, 'active, due 2026-11-27T11:00, short 0'],
  ['the current hour', {}, { ...same, hour: 10 }, 'active, due 2026-11-28T10:00, short 0'],
  ['every week', {}, { every: 'week', onDay: 1, hour: 9 }, 'active, due 2026-11-30T09:00, short 0'],
  ['every month', {}, { every: 'month', onDay: 31, hour: 9 }, 'active, due 2026-11-30T09:00, short 0'],
  [
    'the amount, after two purchases without funds',
    { shortRun: 2 },
    same,
    'active, due 2026-11-28T09:00, short 0',
  ],
  [
    'a paused plan, which stays paused',
    { status: 'paused', reason: 'short', shortRun: 3 },
    { ...same, hour: 11 },
    'paused (short), due 2026-11-27T11:00, short 3',
  ],
])('computes the due time of a changed plan: %s', (_, change, schedule, expected) => {
  const row = changed(planRow(change), { amount: amount('75'), schedule }, at);
  expect(planWords(row)).toBe(expected);
  expect([row.amount, scheduleOf(row)]).toEqual([amount('75'), schedule]);
});

test('changes only the version, the time of the update and the starting entry when the plan waits for the next price', () => {
  const plan = planRow({ shortRun: 1 });
  expect(waiting(plan, at)).toEqual({ ...plan, version: 4, armedSeq: 50n, updatedMs: NOW });
});

test.each(['customer', 'unusual_activity'] as const)(
  'changes only the status, the version and the time of the update when paused for the reason %s',
  (reason) => {
    const plan = planRow({ shortRun: 2 });
    expect(paused(plan, reason, at)).toEqual({
      ...plan,
      status: 'paused',
      reason,
      version: 4,
      updatedMs: NOW,
    });
  },
);

test('changes only the status, the version and the time of the update when deleted', () => {
  const plan = planRow();
  expect(deleted(plan, at)).toEqual({ ...plan, status: 'deleted', version: 4, updatedMs: NOW });
});

test.each([
  ['an entry from before it was armed', 39n, 40n],
  ['the entry at which it was armed', 40n, 40n],
  ['a newer entry', 41n, 41n],
])('never moves the starting entry back: %s', (_, seq, armedSeq) => {
  const [plan, then] = [planRow(), { nowMs: NOW, seq }];
  const terms = { amount: plan.amount, schedule: same };
  const next = [
    gone(plan, 'bought', then),
    waiting(plan, then),
    resumed(plan, then),
    changed(plan, terms, then),
  ];
  expect(next.map((row) => row.armedSeq)).toEqual(next.map(() => armedSeq));
});
