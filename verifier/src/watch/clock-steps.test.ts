/** Steps of a demo's time in the log: they go forward one after the other, and receipts are compared with the real time. */
import { expect, test } from 'vitest';
import { lateReceipts } from './check-receipts.ts';
import { Logged } from './logged.ts';

const DAY = 86_400_000;
const T = 1_800_000_000_000;
const step = (number: number, wallMs: number, aheadMs: number) =>
  `candor-clock-v1|${number}|${wallMs}|${aheadMs}`;

test.each<[what: string, entries: readonly string[], alarms: readonly string[]]>([
  ['into the past and then forward', [step(1, T, -DAY), step(2, T + 1, 0), step(3, T + 1, DAY)], []],
  ['forward at once', [step(1, T, DAY)], []],
  ['backward after the first', [step(1, T, DAY), step(2, T + 1, 0)], ['clock_set_back']],
  ['nowhere', [step(1, T, DAY), step(2, T + 1, DAY)], ['clock_set_back']],
  ['before the last one', [step(1, T, 0), step(2, T - 1, DAY)], ['clock_set_back']],
  ['with a gap', [step(1, T, -DAY), step(3, T + 1, 0)], ['clock_set_back']],
  ['in no form', ['candor-clock-v1|1|soon|0'], ['entry_unknown']],
])('raises what it should for steps that lead %s', (_, entries, alarms) => {
  const logged = new Logged();
  expect(entries.flatMap((entry) => logged.add(entry)).map(({ kind }) => kind)).toEqual(alarms);
});

const batch = (atMs: number) => `candor-receipts-v1|1|${atMs}|1|${'ab'.repeat(32)}`;
const steps = [{ wallMs: T, aheadMs: DAY }];

test.each<[what: string, atMs: number, between: readonly [number, number], alarms: readonly string[]]>([
  ['logged in time before the step', T - 8000, [T - 9000, T + 1000], []],
  ['logged late before the step', T - 30_000, [T - 9000, T + 1000], ['receipt_unlogged']],
  ['logged in time after the step', T + DAY + 2000, [T + 1000, T + 9000], []],
  ['logged late after the step', T + DAY + 2000, [T + 20_000, T + 21_000], ['receipt_unlogged']],
  ['dated by a time that had not come', T + 3 * DAY, [T + 1000, T + 9000], ['receipt_invalid']],
])('raises what it should for a batch %s', (_, atMs, [absentMs, presentMs], alarms) => {
  const found = lateReceipts([batch(atMs)], { absentMs, presentMs, steps });
  expect(found.map(({ kind }) => kind)).toEqual(alarms);
});
