/** Steps of a demo's time in the log: they go forward one after the other, and receipts are compared with the real time. */
import { expect, test } from 'vitest';
import { lateReceipts } from './check-receipts.ts';
import { misdatedSteps } from './logged-steps.ts';
import { Logged } from './logged.ts';
import { madePlatform } from './testing/made-platform.ts';
import { Watch } from './watch.ts';

const DAY = 86_400_000;
const T = 1_800_000_000_000;
const HASH = 'ab'.repeat(32);
const AUDIT = `candor-audit-v1|1|${HASH}`;
const APP = `candor-app-v1|${HASH}`;
const step = (number: number, wallMs: number, aheadMs: number) =>
  `candor-clock-v1|${number}|${wallMs}|${aheadMs}`;

const BOTH = ['clock_set_back', 'clock_set_back'];

test.each<[what: string, entries: readonly string[], alarms: readonly string[]]>([
  ['into the past and then forward', [step(1, T, -DAY), step(2, T + 1, 0), step(3, T + 1, DAY)], []],
  ['forward at once', [step(1, T, DAY)], []],
  ['backward after the first', [step(1, T, DAY), step(2, T + 1, 0)], ['clock_set_back']],
  ['nowhere', [step(1, T, DAY), step(2, T + 1, DAY)], ['clock_set_back']],
  ['before the last one', [step(1, T, DAY), step(2, T - 1, 2 * DAY)], ['clock_set_back']],
  ['into the past after the app', [APP, step(1, T, -60 * DAY)], []],
  ['into the past after a dated entry', [AUDIT, step(1, T, -58_000)], ['clock_set_back']],
  ['into the past again', [step(1, T, -DAY), step(2, T + 1, -2 * DAY)], ['clock_set_back']],
  ['into the past after an invalid step', [step(1, T, 1), step(2, T + 1, -DAY)], BOTH],
  ['too far into the past', [step(1, T, -60 * DAY - 1)], ['clock_set_back']],
  ['forward by a part of a minute', [step(1, T, 90_000)], ['clock_set_back']],
  ['forward by more than a day', [step(1, T, DAY + 60_000)], ['clock_set_back']],
  ['by zero at first', [step(1, T, 0)], ['clock_set_back']],
  ['with a gap', [step(1, T, -DAY), step(3, T + 1, 0)], ['clock_set_back']],
  ['in an unknown form', ['candor-clock-v1|1|soon|0'], ['entry_unknown']],
])('raises the expected alarms for steps: %s', (_, entries, alarms) => {
  const logged = new Logged();
  expect(entries.flatMap((entry) => logged.add(entry)).map(({ kind }) => kind)).toEqual(alarms);
});

test('keeps only valid steps', () => {
  const logged = new Logged();
  for (const entry of [AUDIT, step(1, T, -51 * DAY), step(2, T, DAY), step(3, T, 1e12)]) logged.add(entry);
  expect(logged.steps).toEqual([{ wallMs: T, aheadMs: DAY }]);
});

test.each<[what: string, absentMs: number | undefined, presentMs: number | undefined, alarms: number]>([
  ['dated between the witnesses’ times', T - 2000, T + 3000, 0],
  ['dated a minute before the first and after the second', T + 60_000, T - 60_000, 0],
  ['dated more than a minute before it could be in the log', T + 61_000, T + 70_000, 1],
  ['in the log more than a minute before its date', T - 90_000, T - 61_000, 1],
  ['in the log more than a minute before its date, at the first reading', undefined, T - 61_000, 1],
  ['without witnesses', undefined, undefined, 0],
])('compares a step with the witnesses’ times: %s', (_, absentMs, presentMs, alarms) => {
  expect(misdatedSteps([AUDIT, step(1, T, DAY)], { absentMs, presentMs })).toHaveLength(alarms);
});

test.each([
  [true, false],
  [false, true],
])('raises an alarm for any step unless the platform is a demo (%s)', async (isDemo, isAlarm) => {
  const platform = madePlatform([step(1, T, DAY)], { isDemo: () => Promise.resolve(isDemo) });
  const kinds = (await new Watch(platform).round()).map(({ kind }) => kind);
  expect(kinds.includes('clock_set_back')).toBe(isAlarm);
});

const batch = (atMs: number) => `candor-receipts-v1|1|${atMs}|1|${HASH}`;
const steps = [{ wallMs: T, aheadMs: DAY }];

test.each<[what: string, atMs: number, between: readonly [number, number], alarms: readonly string[]]>([
  ['logged in time before the step', T - 8000, [T - 9000, T + 1000], []],
  ['logged late before the step', T - 30_000, [T - 9000, T + 1000], ['receipt_unlogged']],
  ['logged in time after the step', T + DAY + 2000, [T + 1000, T + 9000], []],
  ['logged late after the step', T + DAY + 2000, [T + 20_000, T + 21_000], ['receipt_unlogged']],
  ['dated in the future', T + 3 * DAY, [T + 1000, T + 9000], ['receipt_invalid']],
])('raises the expected alarms for a batch %s', (_, atMs, [absentMs, presentMs], alarms) => {
  const found = lateReceipts([batch(atMs)], { absentMs, presentMs, steps });
  expect(found.map(({ kind }) => kind)).toEqual(alarms);
});
