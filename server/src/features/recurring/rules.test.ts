/** Rules for customers' actions on plans: one case per row, with the expected outcome last. */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { WALL } from '../../identity/testing/gate.ts';
import { instruments } from '../../quotes/catalogue.ts';
import {
  decideChange,
  decideDelete,
  decidePause,
  decidePlan,
  decideResume,
  endForStartOver,
  readFirstDay,
  readTerms,
} from './rules.ts';
import type { Change, NewPlan } from './rules.ts';
import { btc, factsOf, HEAD_SEQ, NOW, outcome, planOf, planRow } from './testing/plan-row.ts';
import type { World } from './testing/plan-row.ts';
import type { PlanRow } from './tables.ts';

type Typed = Parameters<typeof readTerms>[0];
const typed: Typed = { amount: '50', every: 'day', on_day: 0, hour: 9 };

test.each<[string, Partial<Typed>, string]>([
  ['an amount', {}, '50 day 0 at 9'],
  ['an amount of one unit', { amount: '0.00000001' }, '0.00000001 day 0 at 9'],
  ['less than one unit', { amount: '0.000000001' }, 'parameter_wrong amount'],
  ['an amount of zero', { amount: '0' }, 'parameter_wrong amount'],
  ['a negative amount', { amount: '-1' }, 'parameter_wrong amount'],
  ['text that isn’t a number', { amount: '1e2' }, 'parameter_wrong amount'],
  ['midnight', { hour: 0 }, '50 day 0 at 0'],
  ['the last hour', { hour: 23 }, '50 day 0 at 23'],
  ['an impossible hour', { hour: 24 }, 'parameter_wrong on_day'],
  ['a day for a daily plan', { on_day: 1 }, 'parameter_wrong on_day'],
  ['Monday', { every: 'week', on_day: 1 }, '50 week 1 at 9'],
  ['Sunday', { every: 'week', on_day: 7 }, '50 week 7 at 9'],
  ['an eighth day of the week', { every: 'week', on_day: 8 }, 'parameter_wrong on_day'],
  ['day 0 of the week', { every: 'week', on_day: 0 }, 'parameter_wrong on_day'],
  ['the 31st', { every: 'month', on_day: 31 }, '50 month 31 at 9'],
  ['the 32nd', { every: 'month', on_day: 32 }, 'parameter_wrong on_day'],
  ['an invalid amount and an invalid day', { amount: '0', on_day: 9 }, 'parameter_wrong amount'],
])('parses a valid amount and schedule, or names the invalid field: %s', (_, change, expected) => {
  const read = readTerms({ ...typed, ...change });
  if (!read.ok) return expect(outcome(read)).toBe(expected);
  const { amount: spends, schedule } = read.value;
  expect(`${formatAmount(spends)} ${schedule.every} ${schedule.onDay} at ${schedule.hour}`).toBe(expected);
});

const MIDNIGHT = Date.UTC(2026, 10, 28);
test.each<[string, string | undefined, number, boolean]>([
  ['a missing first day', undefined, NOW, true],
  ['today', '2026-11-27', NOW, true],
  ['today, in its last moment', '2026-11-27', MIDNIGHT - 1, true],
  ['yesterday, a moment after midnight', '2026-11-27', MIDNIGHT, false],
  ['yesterday', '2026-11-26', NOW, false],
  ['a year ahead', '2027-11-27', NOW, true],
  ['the last permitted day', '2027-11-28', NOW, true],
  ['a day after the last permitted day', '2027-11-29', NOW, false],
  ['a leap day', '2028-02-29', Date.UTC(2027, 11, 1), true],
  ['a leap day in a common year', '2027-02-29', NOW, false],
  ['the 31st of a month of 30 days', '2027-04-31', NOW, false],
  ['text that isn’t a date', 'tomorrow', NOW, false],
])('accepts or refuses a first day: %s', (_, day, nowMs, isDay) => {
  const read = readFirstDay(day, nowMs);
  if (!isDay) return expect(outcome(read as never)).toBe('parameter_wrong first_day');
  expect(read).toEqual({ ok: true, value: day === undefined ? undefined : Date.parse(day) });
});

const wanted: NewPlan = {
  instrument: btc,
  termsAt: (instrument) => instrument,
  jurisdictions: 'demo',
  amount: amount('50'),
  schedule: { every: 'day', onDay: 0, hour: 9 },
  firstDayMs: undefined,
};
const narrowed = {
  termsAt: (instrument: ContractInstrument) => ({ ...instrument, quantityMin: amount('0.01') }),
};
/** At 20,010 with a fee of 0.1%: the cost of the minimum quantity, of the maximum quantity, and of one step above the maximum. */
const [LEAST, MOST, ABOVE] = ['2.003001', '2003001', '2003001.2003001'];
const UNIT_SHORT = { LEAST: '2.00300099', ABOVE: '2003001.20030009' };
const DUE = 'active, due 2026-11-28T09:00, short 0';

test.each<[string, Partial<NewPlan>, Partial<World>, string]>([
  ['every day', {}, {}, DUE],
  [
    'later today',
    { schedule: { every: 'day', onDay: 0, hour: 11 } },
    {},
    'active, due 2026-11-27T11:00, short 0',
  ],
  [
    'starting on a later day',
    { firstDayMs: Date.UTC(2026, 11, 24) },
    {},
    'active, due 2026-12-24T09:00, short 0',
  ],
  ['starting today, after the hour', { firstDayMs: Date.UTC(2026, 10, 27) }, {}, DUE],
  [
    'the 31st, starting in a month of 30 days',
    { schedule: { every: 'month', onDay: 31, hour: 9 }, firstDayMs: Date.UTC(2027, 3, 1) },
    {},
    'active, due 2027-04-30T09:00, short 0',
  ],
  [
    'the 30th, starting on a leap day',
    { schedule: { every: 'month', onDay: 30, hour: 9 }, firstDayMs: Date.UTC(2028, 1, 29) },
    { nowMs: Date.UTC(2028, 1, 1) },
    'active, due 2028-02-29T09:00, short 0',
  ],
  ['the minimum of an order', { amount: amount(LEAST) }, {}, DUE],
  [
    'a unit below the minimum of an order',
    { amount: amount(UNIT_SHORT.LEAST) },
    {},
    `amount_below_minimum amount ${LEAST} USDT`,
  ],
  ['the maximum of an order', { amount: amount(MOST) }, {}, DUE],
  ['a unit less than a step above the maximum', { amount: amount(UNIT_SHORT.ABOVE) }, {}, DUE],
  ['a step above the maximum', { amount: amount(ABOVE) }, {}, 'quantity_above_maximum amount 100'],
  ['less than published terms permit', narrowed, {}, 'amount_below_minimum amount 200.3001 USDT'],
  ['the twentieth plan', {}, { plans: 19 }, DUE],
  ['the twenty-first plan', {}, { plans: 20 }, 'recurring_too_many 20'],
  ['a coin closed by its terms', {}, { closed: true }, 'pair_not_active symbol'],
  ['a coin without any price', {}, { ask: null }, 'busy'],
  ['a frozen customer', {}, { gate: { status: 'frozen' } }, 'account_frozen'],
  ['a locked customer', {}, { gate: { status: 'locked' } }, 'account_locked'],
  [
    'a self-excluded customer',
    {},
    { gate: { excludedUntilMs: WALL + 1000 } },
    `self_excluded ${WALL / 1000 + 1}`,
  ],
  ['a customer whose exclusion ended', {}, { gate: { excludedUntilMs: WALL } }, DUE],
  ['a customer in a time-out', {}, { gate: { timeOutUntilMs: WALL + 1000 } }, `timed_out ${WALL / 1000 + 1}`],
  ['a country where only spot is offered', { jurisdictions: 'country' }, { gate: { country: 'US' } }, DUE],
  ['an unverified customer, which spot permits', {}, { gate: { kycStatus: 'not_started' } }, DUE],
  [
    'everything wrong, reporting the customer first',
    { amount: 1n },
    { gate: { status: 'frozen' }, closed: true, plans: 20 },
    'account_frozen',
  ],
  [
    'a closed coin, which is reported before too many plans',
    { amount: 1n },
    { closed: true, plans: 20 },
    'pair_not_active symbol',
  ],
  [
    'too many plans, which are reported last',
    { amount: 1n },
    { ask: null, plans: 20 },
    'recurring_too_many 20',
  ],
])('returns the new plan or the refusal: %s', (_, change, world, expected) => {
  expect(outcome(decidePlan({ ...wanted, ...change }, factsOf(world)))).toBe(expected);
});

test('arms a new plan’s triggers, at its due time and an hour later, from the newest entry', () => {
  const decided = decidePlan(wanted, factsOf());
  if (!decided.ok) throw new Error(decided.refusal.code);
  expect(decided.value).toMatchObject({ answer: { id: '42' }, puts: [{ row: { version: 1, id: 42n } }] });
  const due = BigInt(Date.UTC(2026, 10, 28, 9));
  const by = { symbol: 'BTC/USDT', row: 42n, version: 1, armedSeq: HEAD_SEQ };
  expect(decided.value.armings).toEqual([
    { ...by, kind: 'recurring_due', condition: 'time_at_or_after', level: due },
    { ...by, kind: 'recurring_late', condition: 'clock_at_or_after', level: due + 3_600_000n },
  ]);
});

const paused = planRow({ status: 'paused', reason: 'customer' });
const ended = planRow({ status: 'deleted' });
const changing: Change = {
  ...{ id: 7n, amount: amount('75'), schedule: { every: 'day', onDay: 0, hour: 11 } },
  ...{ instruments, termsAt: (instrument) => instrument },
};

test.each<[string, Partial<Change>, readonly PlanRow[], Partial<World>, string]>([
  ['an active plan', {}, [planRow()], {}, 'active, due 2026-11-27T11:00, short 0'],
  ['a paused plan', {}, [paused], {}, 'paused (customer), due 2026-11-27T11:00, short 0'],
  [
    'a frozen customer',
    {},
    [planRow()],
    { gate: { status: 'frozen' } },
    'active, due 2026-11-27T11:00, short 0',
  ],
  ['a missing plan', {}, [], {}, 'not_found id'],
  ['a deleted plan', {}, [ended], {}, 'not_found id'],
  ['the id of a plan that doesn’t exist', { id: 8n }, [planRow()], {}, 'not_found id'],
  ['the minimum amount', { amount: amount(LEAST) }, [planRow()], {}, 'active, due 2026-11-27T11:00, short 0'],
  [
    'an amount a unit below the minimum',
    { amount: amount(UNIT_SHORT.LEAST) },
    [planRow()],
    {},
    `amount_below_minimum amount ${LEAST} USDT`,
  ],
  [
    'an amount a step above the maximum',
    { amount: amount(ABOVE) },
    [paused],
    {},
    'quantity_above_maximum amount 100',
  ],
  ['without a price', {}, [planRow()], { ask: null }, 'busy'],
  [
    'a plan whose coin is no longer listed',
    { instruments: new Map<string, never>() },
    [planRow()],
    {},
    'busy',
  ],
])('changes the plan or refuses: %s', (_, change, rows, world, expected) => {
  expect(outcome(decideChange({ ...changing, ...change }, factsOf({ rows, ...world })))).toBe(expected);
});

test.each<[string, readonly PlanRow[], Partial<World>, string]>([
  ['an active plan', [planRow()], {}, 'paused (customer), due 2026-11-28T09:00, short 0'],
  [
    'a frozen customer',
    [planRow()],
    { gate: { status: 'frozen' } },
    'paused (customer), due 2026-11-28T09:00, short 0',
  ],
  ['without a price', [planRow()], { ask: null }, 'paused (customer), due 2026-11-28T09:00, short 0'],
  ['a paused plan', [paused], {}, 'no change'],
  ['a deleted plan', [ended], {}, 'not_found id'],
  ['a missing plan', [], {}, 'not_found id'],
])('pauses the plan or refuses: %s', (_, rows, world, expected) => {
  expect(outcome(decidePause({ id: 7n }, factsOf({ rows, ...world })))).toBe(expected);
});

const short = planRow({ status: 'paused', reason: 'short', shortRun: 3 });
test.each<[string, readonly PlanRow[], Partial<World>, string]>([
  ['a plan paused by its customer', [paused], {}, DUE],
  ['a plan paused for lack of funds, with three attempts again', [short], {}, DUE],
  ['a plan paused by an operator', [planRow({ status: 'paused', reason: 'unusual_activity' })], {}, DUE],
  ['an active plan', [planRow()], {}, 'no change'],
  ['an active plan of a frozen customer', [planRow()], { gate: { status: 'frozen' } }, 'no change'],
  ['a frozen customer', [paused], { gate: { status: 'frozen' } }, 'account_frozen'],
  ['a locked customer', [paused], { gate: { status: 'locked' } }, 'account_locked'],
  [
    'a self-excluded customer',
    [paused],
    { gate: { excludedUntilMs: WALL + 1 } },
    `self_excluded ${WALL / 1000 + 1}`,
  ],
  ['a deleted plan', [ended], {}, 'not_found id'],
  ['a missing plan of a frozen customer', [], { gate: { status: 'frozen' } }, 'not_found id'],
])('resumes the plan or refuses: %s', (_, rows, world, expected) => {
  const decided = decideResume({ id: 7n, jurisdictions: 'demo' }, factsOf({ rows, ...world }));
  expect(outcome(decided)).toBe(expected);
});

test.each<[string, readonly PlanRow[], Partial<World>, string]>([
  ['an active plan', [planRow()], {}, 'deleted, due 2026-11-28T09:00, short 0'],
  ['a paused plan', [paused], {}, 'deleted (customer), due 2026-11-28T09:00, short 0'],
  [
    'a frozen customer',
    [planRow()],
    { gate: { status: 'frozen' } },
    'deleted, due 2026-11-28T09:00, short 0',
  ],
  ['a deleted plan', [ended], {}, 'not_found id'],
  ['a missing plan', [], {}, 'not_found id'],
])('deletes the plan or refuses: %s', (_, rows, world, expected) => {
  expect(outcome(decideDelete({ id: 7n }, factsOf({ rows, ...world })))).toBe(expected);
});

test.each([
  ['paused', () => decidePause({ id: 7n }, factsOf({ rows: [planRow()] }))],
  ['deleted', () => decideDelete({ id: 7n }, factsOf({ rows: [planRow()] }))],
])('disarms the triggers of a plan that is %s', (status, decide) => {
  const decided = decide();
  if (!decided.ok) throw new Error(decided.refusal.code);
  expect(planOf(decided.value)?.status).toBe(status);
  expect(decided.value.armings?.map(({ level, version }) => [level, version])).toEqual([
    [null, 4],
    [null, 4],
  ]);
});

test('deletes active and paused plans when the customer starts over, and leaves deleted plans unchanged', () => {
  const rows = [planRow(), planRow({ ...paused, id: 8n }), planRow({ ...ended, id: 9n })];
  const { puts, armings } = endForStartOver(factsOf({ rows }));
  expect(puts.map(({ row }) => [(row as PlanRow).id, (row as PlanRow).status])).toEqual([
    [7n, 'deleted'],
    [8n, 'deleted'],
  ]);
  expect(armings.map(({ row, level }) => [row, level])).toEqual([
    ...[7n, 7n, 8n, 8n].map((row) => [row, null]),
  ]);
});
