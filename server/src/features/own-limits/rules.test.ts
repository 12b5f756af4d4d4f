/** Rules for limits and pauses, one case per row, and the view returned to the customer. */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { dayOf, periodStartMs } from '@candor/domain/policy/own-limit.ts';
import type { ExposureDay } from '@candor/domain/policy/own-limit.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { Facts } from '../../commands/command.ts';
import { gates } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { ownHistories, ownLimits } from '../../identity/own-limits.ts';
import type { OwnLimitRow } from '../../identity/own-limits.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { decideLimit, decidePause, limitsView } from './rules.ts';
import type { OwnPauseRow } from './tables.ts';
import { unshared } from '../../commands/testing/unshared.ts';

const TODAY = dayOf(WALL);
const BOOK = 100_001n;

const day = (at: number, staked: string, open: string, result: bigint): ExposureDay => ({
  day: at,
  staked: amount(staked),
  open: amount(open),
  result,
  deposited: 0n,
});
/**
 * History: today 40 staked (10 of it open) and 25 lost; on Monday 7 staked and lost; on the last day of December 100 staked and
 * 30 won.
 */
const days = [
  day(TODAY, '40', '10', -amount('25')),
  day(TODAY - 2, '7', '0', -amount('7')),
  day(dayOf(Date.UTC(2025, 11, 31)), '100', '0', amount('30')),
];

type World = { limits: readonly OwnLimitRow[]; wallMs: number; seq: bigint; gate: Partial<Gate> };

function facts(change: Partial<World> = {}): Facts {
  const world: World = { limits: [], wallMs: WALL, seq: 4n, gate: {}, ...change };
  return {
    book: BOOK,
    nowMs: 1,
    wallMs: world.wallMs,
    cancelOnly: false,
    stops: [],
    journalSeq: 5n,
    balance: () => 0n,
    balances: () => [],
    houseHas: () => false,
    ...unshared,
    row: (table, id) => {
      if ((table as unknown) === gates) return { ...openGate, ...world.gate } as never;
      if ((table as unknown) === ownHistories) return { book: BOOK, id: 0n, seq: world.seq, days } as never;
      return world.limits.find((limit) => limit.id === id) as never;
    },
    openRows: () => [],
    openCount: () => 0,
    counter: () => 0n,
    head: () => undefined,
    newId: () => 42n,
  };
}

const dayLoss: OwnLimitRow = {
  book: BOOK,
  id: 3n,
  kind: 'loss',
  period: 'day',
  amount: amount('100'),
  pending: null,
  used: amount('35'),
  periodStartMs: periodStartMs('day', WALL),
};

function set(text: string | null, change: Partial<World> = {}) {
  const order = { kind: 'loss', period: 'day', amount: text === null ? null : amount(text) } as const;
  return decideLimit(order, facts(change));
}

test.each([
  ['the first limit of a day', 'loss', 'day', '3 loss/day 50 used 35'],
  ['the first limit of a week', 'loss', 'week', '4 loss/week 50 used 42'],
  ['the first limit of a month', 'loss', 'month', '5 loss/month 50 used 42'],
  ['a limit on stakes', 'stake', 'week', '7 stake/week 50 used 47'],
  ['a limit on deposits', 'deposit', 'month', '2 deposit/month 50 used 0'],
] as const)('sets %s with the amount already used in its period', (_, kind, period, expected) => {
  const decided = decideLimit({ kind, period, amount: amount('50') }, facts());
  if (!decided.ok) throw new Error(decided.refusal.code);
  const [written] = decided.value.puts ?? [];
  expect(written?.table).toBe(ownLimits);
  const row = written?.row as OwnLimitRow;
  const told = `${row.id} ${row.kind}/${row.period} ${formatAmount(row.amount ?? 0n)} used ${formatAmount(row.used)}`;
  expect(told).toBe(expected);
  expect(row.periodStartMs).toBe(periodStartMs(period, WALL));
});

test('applies a stricter limit immediately, and a looser one only at the returned time', () => {
  const changed = set('200', { limits: [dayLoss] });
  expect(changed).toMatchObject({
    value: {
      answer: { amount: '100', pending: { amount: '200', from: WALL / 1000 + 86_400 }, used: '35' },
      puts: [{ row: { amount: amount('100'), pending: { amount: amount('200') }, used: amount('35') } }],
      appends: [{ row: { kind: 'limits_changed', timeMs: WALL } }],
    },
  });
  expect(set(null, { limits: [dayLoss] })).toMatchObject({
    value: { answer: { amount: '100', pending: { amount: null } } },
  });
  expect(set('99', { limits: [dayLoss] })).toMatchObject({
    value: { answer: { amount: '99', pending: null } },
  });
});

test('resets the used amount of yesterday’s limit, and sets a removed limit again with the amount used today', () => {
  const yesterday = { ...dayLoss, periodStartMs: periodStartMs('day', WALL - 24 * HOUR_MS) };
  expect(set('90', { limits: [yesterday] })).toMatchObject({
    value: { answer: { amount: '90', used: '0' } },
  });
  const away = { ...dayLoss, amount: null, used: amount('1') };
  expect(set('90', { limits: [away] })).toMatchObject({ value: { answer: { amount: '90', used: '35' } } });
});

test('writes nothing when a limit that was never set is removed', () => {
  expect(set(null)).toMatchObject({
    value: { answer: { amount: null, pending: null, used: '35' }, puts: [] },
  });
});

test('answers “busy” for a new limit if the customer’s history doesn’t include the whole batch', () => {
  expect(set('50', { seq: 3n })).toEqual({ ok: false, refusal: { code: 'busy' } });
  expect(set('50', { seq: 3n, limits: [dayLoss] })).toMatchObject({ ok: true });
});

test('rejects a limit above the maximum amount', () => {
  expect(set('1000000000000.00000001')).toMatchObject({ refusal: { code: 'amount_wrong', field: 'amount' } });
  expect(set('1000000000000')).toMatchObject({ ok: true });
});

test.each([
  ['time_out', 24, WALL, WALL + 24 * HOUR_MS],
  ['time_out', 1008, WALL, WALL + 1008 * HOUR_MS],
  ['self_exclusion', 6, WALL, Date.UTC(2026, 6, 14, 12)],
  ['self_exclusion', 60, WALL, Date.UTC(2031, 0, 14, 12)],
  ['self_exclusion', 6, Date.UTC(2026, 7, 31, 12), Date.UTC(2027, 1, 28, 12)],
] as const)('computes the end of a %s of length %i', (kind, length, wallMs, untilMs) => {
  const decided = decidePause({ kind, length }, facts({ wallMs }));
  expect(decided).toMatchObject({ value: { answer: { until: untilMs / 1000 } } });
  if (!decided.ok) return;
  const row: OwnPauseRow = { book: BOOK, id: 42n, kind, fromMs: wallMs, untilMs };
  const told = { book: BOOK, id: 42n, kind: 'limits_changed', params: {}, timeMs: wallMs };
  expect(decided.value.appends?.map((one) => one.row)).toEqual([row, told]);
  // A self-exclusion lasts longer than 180 days.
  if (kind === 'self_exclusion') expect(untilMs - wallMs).toBeGreaterThan(180 * 24 * HOUR_MS);
});

test('does not shorten a pause that ends later than the requested one', () => {
  const gate = { timeOutUntilMs: WALL + 48 * HOUR_MS };
  const shorter = decidePause({ kind: 'time_out', length: 24 }, facts({ gate }));
  expect(shorter).toEqual({ ok: true, value: { answer: { until: WALL / 1000 + 48 * 3600 } } });
  expect(decidePause({ kind: 'self_exclusion', length: 6 }, facts({ gate }))).toMatchObject({
    value: { appends: [{ row: { kind: 'self_exclusion' } }, { row: { kind: 'limits_changed' } }] },
  });
});

test('returns every limit, whether set or not, and trading results', () => {
  const view = limitsView(
    {
      limits: [dayLoss],
      history: { book: BOOK, id: 0n, seq: 4n, days },
      gate: { ...openGate, timeOutUntilMs: WALL, excludedUntilMs: WALL + 1 },
    },
    WALL,
  );
  expect(
    view.limits.map(({ kind, period, amount: bound, used }) => `${kind}/${period} ${bound} ${used}`),
  ).toEqual([
    ...['deposit/day null 0', 'deposit/week null 0', 'deposit/month null 0'],
    ...['loss/day 100 35', 'loss/week null 42', 'loss/month null 42'],
    ...['stake/day null 40', 'stake/week null 47', 'stake/month null 47'],
  ]);
  expect(view.limits.map(({ resets_at }) => resets_at).slice(0, 3)).toEqual(
    [Date.UTC(2026, 0, 15), Date.UTC(2026, 0, 19), Date.UTC(2026, 1, 1)].map((ms) => ms / 1000),
  );
  expect(view).toMatchObject({
    time_out_until: null,
    excluded_until: WALL / 1000 + 1,
    results: { day: '-25', week: '-32', month: '-32', at_risk: '10' },
  });
});
