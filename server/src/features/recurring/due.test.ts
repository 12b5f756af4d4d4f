/** Firing of a due plan: one case per row, with the expected outcome last. Each case supplies the outcome of the market order. */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { put } from '../../commands/command.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { decideDue } from './due.ts';
import type { BuyAtMarket, PlanFiring } from './due.ts';
import { recurringPurchases } from './tables.ts';
import type { PlanRow, PurchaseRow } from './tables.ts';
import { btc, entryAt, factsOf, HEAD_SEQ, outcome, planOf, planRow, purchaseOf } from './testing/plan-row.ts';
import type { World } from './testing/plan-row.ts';

type Bought = ReturnType<BuyAtMarket['decide']>;
type Purchase = Parameters<BuyAtMarket['decide']>[0];
const DUE = Date.UTC(2026, 10, 28, 9);
const HOUR = 3_600_000;

const leg = {
  side: 'buy',
  symbol: 'BTC/USDT',
  quantity: '0.0024',
  price: '20000',
  value: '48',
  fee: '0.048',
  fee_rate: '0.001',
  tape_seq: 79,
} as const;
const filled: Bought = ok({ answer: { id: '90', status: 'filled', legs: [leg] } });
const open: Bought = ok({ answer: { id: '90', status: 'open', legs: [] } });

/** Fires version 3 of plan 7 with an entry. Returns the decision and the requested orders. */
function fire(
  order: Bought,
  { rows = [planRow()], timeMs = DUE, entry = {}, firing = {}, ...world }: Partial<World> & Firing = {},
) {
  const asked: Purchase[] = [];
  const buy = { decide: (purchase: Purchase) => (asked.push(purchase), order) } as unknown as BuyAtMarket;
  const by: PlanFiring = {
    ...{ id: 7n, version: 3, entry: entryAt(timeMs, entry) },
    ...{ instruments, termsAt: (instrument) => instrument, jurisdictions: 'eu', ...firing },
  };
  return { decided: decideDue(buy)(by, factsOf({ rows, nowMs: timeMs, ...world })), asked };
}
type Firing = {
  readonly timeMs?: number;
  readonly entry?: Partial<TapeEntry>;
  readonly firing?: Partial<PlanFiring>;
};

const short = refuse('balance_insufficient');
const NEXT = 'active, due 2026-11-29T09:00, short';
const OF = '50 of 2026-11-28T09:00';
const monthEnd = { every: 'month', onDay: 31, dueMs: Date.UTC(2027, 1, 28, 9) } as const;
const leapDay = { every: 'month', onDay: 30, dueMs: Date.UTC(2028, 1, 29, 9) } as const;

type Case = [
  what: string,
  order: Bought,
  plan: Partial<PlanRow>,
  at: Partial<World> & Firing,
  outcome: string,
];
test.each<Case>([
  ['at its exact time', filled, {}, {}, `${NEXT} 0; bought ${OF}; tells recurring_bought`],
  [
    'at a fresh quote, after two purchases without funds',
    filled,
    { shortRun: 2 },
    {},
    `${NEXT} 0; bought ${OF}; tells recurring_bought`,
  ],
  ['at a stale quote', open, {}, {}, `${NEXT} 0; ordered ${OF}`],
  [
    'in the last moment of its hour',
    filled,
    {},
    { timeMs: DUE + HOUR - 1 },
    `${NEXT} 0; bought ${OF}; tells recurring_bought`,
  ],
  [
    'an hour late',
    filled,
    {},
    { timeMs: DUE + HOUR },
    `${NEXT} 0; skipped (purchase_late) ${OF}; tells recurring_skipped`,
  ],
  [
    'an hour late by the clock, with an entry from the due time',
    filled,
    {},
    { timeMs: DUE, nowMs: DUE + HOUR },
    `${NEXT} 0; skipped (purchase_late) ${OF}; tells recurring_skipped`,
  ],
  [
    'three days late, after the next due time',
    filled,
    { shortRun: 2 },
    { timeMs: DUE + 72 * HOUR },
    `${NEXT} 2; skipped (purchase_late) ${OF}; tells recurring_skipped`,
  ],
  ['without a price', refuse('busy'), {}, {}, 'active, due 2026-11-28T09:00, short 0'],
  ['while trading is closed', refuse('trading_closed'), {}, {}, 'active, due 2026-11-28T09:00, short 0'],
  ['while the market is closed', refuse('market_closed'), {}, {}, 'active, due 2026-11-28T09:00, short 0'],
  [
    'an hour late, without a price',
    refuse('busy'),
    {},
    { timeMs: DUE + HOUR },
    `${NEXT} 0; skipped (purchase_late) ${OF}; tells recurring_skipped`,
  ],
  [
    'while an emergency stop lasts',
    refuse('opening_stopped'),
    {},
    {},
    `${NEXT} 0; skipped (opening_stopped) ${OF}; tells recurring_skipped`,
  ],
  ['without funds', short, {}, {}, `${NEXT} 1; skipped (balance_insufficient) ${OF}; tells recurring_short`],
  [
    'without funds for the second time',
    short,
    { shortRun: 1 },
    {},
    `${NEXT} 2; skipped (balance_insufficient) ${OF}; tells recurring_short`,
  ],
  [
    'without funds for the third time',
    short,
    { shortRun: 2 },
    {},
    `paused (short), due 2026-11-29T09:00, short 3; skipped (balance_insufficient) ${OF}; tells recurring_paused`,
  ],
  [
    'while the account is frozen, which keeps the count of purchases without funds',
    refuse('account_frozen'),
    { shortRun: 2 },
    { gate: { status: 'frozen' } },
    `${NEXT} 2; skipped (account_frozen) ${OF}; tells recurring_skipped`,
  ],
  [
    'with an amount below the current minimum of an order',
    refuse('amount_below_minimum'),
    {},
    {},
    `${NEXT} 0; skipped (amount_below_minimum) ${OF}; tells recurring_skipped`,
  ],
  [
    'with a closed account',
    filled,
    {},
    { gate: { status: 'closed' } },
    'deleted, due 2026-11-28T09:00, short 0',
  ],
  [
    'an hour late, with a closed account',
    filled,
    {},
    { timeMs: DUE + HOUR, gate: { status: 'closed' } },
    'deleted, due 2026-11-28T09:00, short 0',
  ],
  [
    'on the last day of February, for a plan on the 31st',
    filled,
    monthEnd,
    { timeMs: monthEnd.dueMs },
    'active, due 2027-03-31T09:00, short 0; bought 50 of 2027-02-28T09:00; tells recurring_bought',
  ],
  [
    'on a leap day, for a plan on the 30th',
    filled,
    leapDay,
    { timeMs: leapDay.dueMs },
    'active, due 2028-03-30T09:00, short 0; bought 50 of 2028-02-29T09:00; tells recurring_bought',
  ],
])('buys, waits or skips when a plan is due: %s', (_, order, plan, at, expected) => {
  expect(outcome(fire(order, { rows: [planRow(plan)], ...at }).decided)).toBe(expected);
});

test.each<[string, readonly PlanRow[]]>([
  ['a plan that has already fired', [planRow({ version: 4 })]],
  ['a plan that was changed afterwards', [planRow({ version: 5 })]],
  ['a paused plan', [planRow({ status: 'paused', reason: 'customer' })]],
  ['a deleted plan', [planRow({ status: 'deleted' })]],
  ['a missing plan', []],
])('ignores a firing of %s', (_, rows) => {
  const { decided, asked } = fire(filled, { rows });
  expect([decided, asked]).toEqual([{ ok: true, value: { answer: { fired: false } } }, []]);
});

test.each<[string, Firing, string]>([
  [
    'an entry just before the due time',
    { timeMs: DUE - 1 },
    'entry BTC/USDT 80 comes before recurring plan 7 is due',
  ],
  ['an entry of a different coin', { entry: { symbol: 'ETH/USDT' } }, 'entry ETH/USDT 80 comes before'],
  [
    'a plan whose coin is not listed',
    { firing: { instruments: new Map<string, never>() } },
    'expected an instrument BTC/USDT, found none',
  ],
])('throws for %s', (_, at, message) => {
  expect(() => fire(filled, at)).toThrow(message);
});

test('requests an order for the plan’s coin and amount under the jurisdiction profile in effect', () => {
  const { asked } = fire(filled, { rows: [planRow({ amount: amount('12.5') })] });
  expect(asked).toMatchObject([{ instrument: btc, amount: amount('12.5'), jurisdictions: 'eu' }]);
});

test('requests no order if the purchase is too late or the account is closed', () => {
  expect(fire(filled, { timeMs: DUE + HOUR }).asked).toEqual([]);
  expect(fire(filled, { gate: { status: 'closed' } }).asked).toEqual([]);
});

test.each<[string, Bought, Partial<PurchaseRow>]>([
  ['bought immediately', filled, { id: 90n, orderId: 90n, status: 'bought', reason: null }],
  ['waiting for its price', open, { id: 90n, orderId: 90n, status: 'ordered', reason: null }],
  ['skipped', short, { id: 42n, orderId: null, status: 'skipped', reason: 'balance_insufficient' }],
])('records the plan, the due time and the order of a purchase that is %s', (_, order, expected) => {
  const { decided } = fire(order, { timeMs: DUE + 5 });
  if (!decided.ok) throw new Error('expected the plan to fire, found a refusal');
  expect(purchaseOf(decided.value)).toMatchObject({
    plan: 7n,
    dueMs: DUE,
    timeMs: DUE + 5,
    version: 1,
    ...expected,
  });
});

test.each<[string, bigint, bigint]>([
  ['the entry that fired it', HEAD_SEQ, 80n],
  ['the newest entry of the tape', 81n, 81n],
])('arms the triggers of the next due time from %s', (_, headSeq, armedSeq) => {
  const { decided } = fire(filled, { headSeq });
  if (!decided.ok) throw new Error('expected the plan to fire, found a refusal');
  const level = BigInt(DUE + 24 * HOUR);
  expect(planOf(decided.value)).toMatchObject({ armedSeq, version: 4 });
  expect(decided.value.armings).toMatchObject([
    { kind: 'recurring_due', version: 4, armedSeq, level },
    { kind: 'recurring_late', version: 4, armedSeq, level: level + BigInt(HOUR) },
  ]);
});

test('arms the trigger of a purchase that waits for its price, and rearms the plan', () => {
  const { decided } = fire(open);
  expect(decided.ok && decided.value.armings?.map(({ kind, row }) => [kind, row])).toEqual([
    ['recurring_due', 7n],
    ['recurring_late', 7n],
    ['recurring_ordered', 90n],
  ]);
});

test('includes the rows, journals and triggers of the order in its effects', () => {
  const row = put(recurringPurchases, {} as PurchaseRow);
  const arming = { kind: 'spot_order' };
  const order = ok({
    answer: { id: '90', status: 'filled', legs: [leg] },
    puts: [row],
    armings: [arming],
    journals: [],
  });
  const { decided } = fire(order as unknown as Bought);
  if (!decided.ok) throw new Error('expected the plan to fire, found a refusal');
  expect(decided.value.puts?.[0]).toBe(row);
  expect(decided.value.armings?.[0]).toBe(arming);
  expect(decided.value.journals).toEqual([]);
});
