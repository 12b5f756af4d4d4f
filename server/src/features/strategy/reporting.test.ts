/** Results reported under dual approval, and the first start of a house's strategy: one case per row. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { decideOpening } from './opening.ts';
import { decideReport } from './reporting.ts';
import type { ReportedResult } from './reporting.ts';
import type { StrategyReport } from './tables.ts';
import { clockRow, DAY, doneBy, factsOf, midnight, movedIn, rowOf } from './testing/facts.ts';
import type { World } from './testing/facts.ts';

const reported = clockRow({ firstSlotMs: null, nextSlotMs: null, balance: amount('40') });
const report: ReportedResult = {
  ...{ proposal: 77n, day: DAY, result: amount('10'), evidence: 'ab'.repeat(32), isUsed: false },
};

const refusals: readonly (readonly [string, Partial<ReportedResult>, Partial<World>, string])[] = [
  ['no strategy has started', {}, { row: undefined }, 'state_abnormal kind'],
  ['the strategy is simulated', {}, { row: clockRow() }, 'state_abnormal kind'],
  ['the day has not begun', { day: DAY + 1 }, {}, 'parameter_wrong day'],
  ['the day is more than 31 days ago', { day: DAY - 32 }, {}, 'parameter_wrong day'],
  ['the evidence was already used', { isUsed: true }, {}, 'parameter_wrong evidence'],
  [
    'the loss exceeds the strategy’s account and the house’s equity',
    { result: amount('-50') },
    { house: { custody: '99', strategy: '40', equity: '9.99' } },
    'house_funds_insufficient amount',
  ],
  [
    'the loss exceeds custody',
    { result: amount('-50') },
    { house: { custody: '49', strategy: '40', equity: '99' } },
    'house_funds_insufficient amount',
  ],
];
test.each(refusals)('refuses a reported result if %s', (_, change, world, expected) => {
  const outcome = decideReport({ ...report, ...change }, factsOf({ row: reported, ...world }));
  if (outcome.ok) throw new Error('expected a refusal, found none');
  expect(`${outcome.refusal.code} ${outcome.refusal.field}`).toBe(expected);
});

test.each([
  ['a gain', '10', { custody: '-10', strategy: '10' }, '50'],
  ['a loss', '-10', { custody: '10', strategy: '-10' }, '30'],
  ['a loss above the strategy’s balance', '-50', { custody: '50', strategy: '-40', equity: '-10' }, '0'],
] as const)('books %s to the open day', (_, result, moved, balance) => {
  const outcome = decideReport(
    { ...report, day: DAY - 31, result: amount(result) },
    factsOf({ row: reported }),
  );
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  const { journals = [], appends = [] } = outcome.value;
  expect(journals.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(['strategy_result proposal:77']);
  expect(movedIn(journals)).toEqual(moved);
  expect(appends.map(({ row }) => row as StrategyReport)).toEqual([
    {
      ...{ day: DAY - 31, countsDay: DAY, result: amount(result), evidence: report.evidence },
      ...{ bookedMs: midnight(DAY), proposal: 77n, journalSeq: 5n },
    },
  ]);
  const next = rowOf(outcome.value);
  expect([formatAmount(next.balance), formatAmount(next.result), next.version]).toEqual([balance, result, 8]);
  expect([next.dueMs, next.armedSeq]).toEqual([reported.dueMs, reported.armedSeq]);
});

const tenToNoon = midnight(DAY) - 12 * 3_600_000 - 1;
test.each([
  ['a simulation begins with the next slot', true, tenToNoon, { nextSlotMs: tenToNoon + 1, day: DAY }],
  [
    'a simulation created at a slot’s time begins with that slot',
    true,
    tenToNoon + 1,
    { nextSlotMs: tenToNoon + 1, day: DAY },
  ],
  [
    'a simulation created after the day’s last slot begins with the next day, and still publishes the current one',
    true,
    midnight(DAY) - 1,
    { nextSlotMs: midnight(DAY), day: DAY, dueMs: midnight(DAY) },
  ],
  [
    'a strategy with reported results has no slots',
    false,
    tenToNoon,
    { nextSlotMs: null, firstSlotMs: null, day: DAY },
  ],
])('creates the strategy’s row: %s', (_, simulated, nowMs, expected) => {
  const effects = doneBy(decideOpening({ simulated }, factsOf({ row: undefined, nowMs })));
  expect(rowOf(effects)).toMatchObject({ version: 1, result: 0n, balance: 0n, ...expected });
  expect(effects.armings).toHaveLength(1);
});

test('creates no second row for the strategy', () => {
  const decision = decideOpening({ simulated: true }, factsOf({ row: clockRow() }));
  expect(decision).toEqual({ ok: true, value: { answer: { opened: false } } });
});
