/** Rules of the fund without a database, one row per case: money moved, counters, and triggers armed. */
import { expect, test } from 'vitest';
import type { FundTier } from '@candor/domain/fund/tier.ts';
import type { Account } from '@candor/domain/ledger/account.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Append, Effects, Facts } from '../../commands/command.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import { gates } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { tieNeed } from '../../operators/conflicts-of-interest.ts';
import { decideCancel, endForStartOver } from './ending.ts';
import { decideJoin, readJoin } from './joining.ts';
import { FUND_CLOSED } from './money.ts';
import { decideReview } from './reviewing.ts';
import { decideIncome, decideStart } from './running.ts';
import { fundOrders, fundUses, nextRates } from './tables.ts';
import type { FundOrderRow } from './tables.ts';
import { unshared } from '../../commands/testing/unshared.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const BOOK = 100_001n;
/** Noon of a market day, and the newest entry a second earlier. */
const NOW = 20_000 * DAY_MS + DAY_MS / 2;
const ENTRY = {
  ...{ symbol: CLOCK_SYMBOL, seq: 9n, timeMs: NOW - 1000, feedTimeMs: NOW - 1000 },
  ...{ bid: 1n, ask: 2n, last: 1n, volume: 0n },
};

const tiers: readonly FundTier[] = [
  ['500', '5000', 2, 2],
  ['5000', '50000', 3, null],
].map(([min, max, days, limitPerAccount], at) => ({
  ...{ id: at + 1, version: at, open: true, min: amount(String(min)), max: amount(String(max)) },
  ...{ rateMin: amount('0.01'), rateMax: amount('0.02'), days: Number(days), places: 10 },
  ...{
    limitPerAccount: limitPerAccount === null ? null : Number(limitPerAccount),
    earlyFeeRate: amount('0.01'),
  },
}));

type Given = {
  readonly gate?: Partial<Gate>;
  readonly spot?: string;
  readonly used?: number;
  readonly counters?: Readonly<Record<string, string>>;
  readonly order?: Partial<FundOrderRow>;
  readonly rate?: string;
  readonly escrow?: string;
  readonly stops?: Facts['stops'];
};

const order: FundOrderRow = {
  ...{ book: BOOK, id: 7n, project: 1, termsVersion: 0, amount: amount('600'), days: 2 },
  ...{ rateMin: amount('0.01'), rateMax: amount('0.02'), earlyFeeRate: amount('0.01') },
  ...{ status: 'in_progress', reason: null, version: 3, appliedMs: NOW - DAY_MS - 20_000, askedMs: WALL },
  ...{
    startedMs: NOW - DAY_MS - 2000,
    countsFromMs: NOW - DAY_MS - 2000,
    endsMs: NOW + DAY_MS - 2000,
    endedMs: null,
    paidDays: 0,
    income: 0n,
    fee: 0n,
  },
  ...{ dueMs: NOW - 2000, wakeMs: NOW - 2000, armedSeq: 5n, decidedBy: null, decidedMs: null },
};
const pending: Partial<FundOrderRow> = {
  ...{
    status: 'pending',
    startedMs: null,
    countsFromMs: null,
    endsMs: null,
    dueMs: NOW - 5000,
    wakeMs: NOW - 5000,
  },
};

function facts({
  gate,
  spot = '100000',
  used = 0,
  counters = {},
  order: change,
  rate,
  escrow = '1000',
  stops = [],
}: Given): Facts {
  const row = { ...order, ...change };
  const held: Partial<Record<Account, string>> = { spot, fund_principal: '600' };
  const use = { book: BOOK, id: 1n, used };
  const published = {
    book: BOOK,
    id: 7n,
    day: Math.floor((row.dueMs ?? 0) / DAY_MS) - 1,
    rate: amount(rate ?? '0'),
  };
  return {
    ...{
      book: BOOK,
      nowMs: NOW,
      wallMs: WALL,
      cancelOnly: false,
      stops,
      journalSeq: 4n,
      newId: () => 42n,
      balances: () => [],
      openCount: () => 0,
    },
    balance: (account) => amount(held[account] ?? '0'),
    houseHas: (account, _, needed) => account === 'income_escrow' && amount(escrow) >= needed,
    ...unshared,
    row: (table, id) => {
      const name: string = table.name;
      if (name === gates.name) return { ...openGate, ...gate } as never;
      if (name === tieNeed.table.name) return { persons: [] } as never;
      if (name === fundUses.name) return (id === 1n && used > 0 ? use : undefined) as never;
      if (name === nextRates.name) return (rate === undefined ? undefined : published) as never;
      return (name === fundOrders.name && id === 7n ? row : undefined) as never;
    },
    openRows: (table) => (table.name === fundUses.name ? [use] : [row]) as never,
    counter: (name) => amount(counters[name] ?? '0'),
    head: () => ({ symbol: CLOCK_SYMBOL, seq: 9n, timeMs: NOW - 1000 }) as never,
  };
}

/** Formats moved money and counters: "fund_join spot -600 fund_principal 600 · fund:1:0 600". */
function moved({ journals = [], counts = [] }: Omit<Effects<never>, 'answer'>): string {
  const lines = journals.map(({ kind, postings }) =>
    [kind, ...postings.map((line) => `${line.account} ${formatAmount(line.amount)}`)].join(' '),
  );
  return [...lines, ...counts.map(({ counter, by }) => `${counter} ${formatAmount(by)}`)].join(' · ');
}
const rowOf = ({ puts = [] }: Omit<Effects<never>, 'answer'>) =>
  puts.find(({ table }) => table.name === 'fund_order')?.row as FundOrderRow;
const usedAfter = ({ puts = [] }: Omit<Effects<never>, 'answer'>) =>
  (puts.find(({ table }) => table.name === 'fund_use')?.row as { used: number } | undefined)?.used;
const noticesOf = (appends: readonly Append[] = []) =>
  appends.filter(({ table }) => table.name === 'notice').map(({ row }) => (row as { kind: string }).kind);

const JOIN = { jurisdictions: 'demo', startsAfterMs: 20_000 } as const;

function joined(body: { amount: string; project_id?: string; terms_version?: number }, given: Given = {}) {
  const read = readJoin(body, tiers);
  return read.ok ? decideJoin(read.value, facts(given), JOIN) : read;
}

test('joining moves the principal, takes a place and a use, and arms the start', () => {
  const done = joined({ amount: '600' }, { used: 1 });
  if (!done.ok) throw new Error(done.refusal.code);
  expect(moved(done.value)).toBe('fund_join spot -600 fund_principal 600 · fund_places:1 1');
  expect(usedAfter(done.value)).toBe(2);
  expect(rowOf(done.value)).toMatchObject({
    status: 'pending',
    appliedMs: NOW,
    askedMs: WALL,
    dueMs: NOW + 20_000,
    armedSeq: 9n,
  });
  expect(done.value.armings).toMatchObject([{ kind: 'fund_start', version: 1, level: BigInt(NOW + 20_000) }]);
});

test('arms no start if an operator must accept orders', () => {
  const read = readJoin({ amount: '600' }, tiers);
  if (!read.ok) throw new Error(read.refusal.code);
  const done = decideJoin(read.value, facts({}), { ...JOIN, startsAfterMs: null });
  expect(done.ok && rowOf(done.value)).toMatchObject({ dueMs: null, wakeMs: null });
  expect(done.ok && done.value.armings).toMatchObject([{ level: null }]);
});

// In order of precedence: each row also has the next row's violation.
const closed = { [FUND_CLOSED]: '1', 'fund_places:1': '10' };
const full = { 'fund_places:1': '10' };
test.each<[told: string, body: Parameters<typeof joined>[0], given: Given]>([
  ['amount_wrong amount', { amount: '0', project_id: '9' }, { gate: { status: 'frozen' } }],
  [
    'account_frozen',
    { amount: '1', project_id: '9' },
    { gate: { status: 'frozen', excludedUntilMs: WALL + 1 } },
  ],
  [
    'self_excluded',
    { amount: '1', project_id: '9' },
    { gate: { excludedUntilMs: WALL + 1, kycStatus: 'rejected' } },
  ],
  [
    'verification_needed',
    { amount: '1', project_id: '9' },
    { gate: { kycStatus: 'rejected' }, stops: [{ target: 'product:fund', untilMs: WALL, sinceMarketMs: 0 }] },
  ],
  [
    'opening_stopped',
    { amount: '1', project_id: '9' },
    { stops: [{ target: 'product:fund', untilMs: WALL, sinceMarketMs: 0 }] },
  ],
  ['project_ended project_id', { amount: '1', project_id: '9' }, { counters: closed }],
  [
    'project_state_wrong project_id',
    { amount: '1', project_id: '1', terms_version: 5 },
    { counters: closed },
  ],
  [
    'order_out_of_range amount',
    { amount: '1', project_id: '1', terms_version: 5 },
    { used: 2, counters: full, spot: '0' },
  ],
  [
    'terms_changed terms_version',
    { amount: '600', terms_version: 5 },
    { used: 2, counters: full, spot: '0' },
  ],
  ['project_limit_reached undefined', { amount: '600' }, { used: 2, counters: full, spot: '0' }],
  ['participants_full undefined', { amount: '600' }, { used: 1, counters: full, spot: '0' }],
  ['fund_balance_insufficient amount', { amount: '600' }, { used: 1, spot: '599.99999999' }],
])('refuses to join with the first violation in order: %s', (told, body, given) => {
  const done = joined(body, given);
  if (done.ok) throw new Error('expected a refusal, found an accepted order');
  const { code, field } = done.refusal as { code: string; field?: string };
  expect(`${code} ${field}`).toMatch(new RegExp(`^${told}`));
});

const FIRING = { id: 7n, version: 3, entry: ENTRY };
const START = { ...FIRING, jurisdictions: 'demo' } as const;

test('starts a due order at the market’s time, and then counts its principal when income is distributed', () => {
  const done = decideStart(START, facts({ order: pending }));
  expect(done.ok && moved(done.value)).toBe('fund:1:0 600');
  expect(done.ok && rowOf(done.value)).toMatchObject({
    ...{ startedMs: NOW, countsFromMs: NOW },
    endsMs: NOW + 2 * DAY_MS,
    dueMs: NOW + DAY_MS,
    version: 4,
  });
  // The engine's start trigger is disarmed.
  expect(done.ok && done.value.armings?.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
    'fund_start null',
    `fund_income ${NOW + DAY_MS}`,
  ]);
});

test.each<[what: string, change: Partial<FundOrderRow>, firing: Partial<typeof START>]>([
  ['an order of a different version', pending, { version: 2 }],
  ['a running order', {}, {}],
  ['a cancelled order', { ...pending, status: 'failed', wakeMs: null }, {}],
])('does not start %s', (_, change, firing) => {
  const done = decideStart({ ...START, ...firing }, facts({ order: change }));
  expect(done).toEqual({ ok: true, value: { answer: { fired: false } } });
});

test.each<[who: string, given: Given]>([
  ['an order of a customer who may not join any more', { gate: { status: 'frozen' } }],
  ['an order requested before the fund closed', { counters: { [FUND_CLOSED]: '1' } }],
])('leaves %s pending for another minute', (_, given) => {
  const done = decideStart(START, facts({ order: pending, ...given }));
  expect(done.ok && moved(done.value)).toBe('');
  expect(done.ok && rowOf(done.value)).toMatchObject({
    status: 'pending',
    dueMs: pending.dueMs,
    wakeMs: ENTRY.timeMs + 60_000,
  });
});

test.each([
  ['approve', 'project_state_wrong'],
  ['reject', 'fund_refund fund_principal -600 spot 600 · fund_places:1 -1'],
] as const)('while the fund is closed, the verdict %s returns: %s', (verdict, comesTo) => {
  const operator = { account: 'theo', role: 'treasurer', person: 'Theo' } as const;
  const review = { id: 7n, verdict, amount: order.amount, note: undefined, operator };
  const given = facts({ order: { ...pending, version: 1 }, used: 1, counters: { [FUND_CLOSED]: '1' } });
  const done = decideReview(review, given);
  expect(done.ok ? moved(done.value) : done.refusal.code).toBe(comesTo);
});

test('pays a mark from the reserve, arms the next mark, and notifies the customer a day before the end', () => {
  // The order started two seconds before noon, so 12:00:02 of the first day count, at 11.007402 a day.
  const done = decideIncome(FIRING, facts({ rate: '0.01834567' }));
  expect(done.ok && moved(done.value)).toBe('fund_income income_escrow -5.5039558 spot 5.5039558');
  expect(done.ok && rowOf(done.value)).toMatchObject({
    paidDays: 1,
    dueMs: NOW + DAY_MS - 2000,
    income: amount('5.5039558'),
  });
  expect(done.ok && noticesOf(done.value.appends)).toEqual(['fund_ending']);
});

test.each<[string, Partial<FundOrderRow>, string[]]>([
  ['on the sixth day', { paidDays: 5, days: 30 }, []],
  ['on the seventh day', { paidDays: 6, days: 30 }, ['fund_income']],
  ['on the fourteenth day', { paidDays: 13, days: 30 }, ['fund_income']],
  ['a day before the end, which has its own message', { paidDays: 6, days: 8 }, ['fund_ending']],
])('notifies the customer of the income so far once a week: %s', (_, { paidDays = 0, days = 0 }, kinds) => {
  const startedMs = NOW - (paidDays + 1) * DAY_MS - 2000;
  const marks = { startedMs, countsFromMs: startedMs, endsMs: startedMs + days * DAY_MS };
  const row = { ...marks, paidDays, days, income: amount('9') };
  const done = decideIncome(FIRING, facts({ order: row, rate: '0.02' }));
  expect(done.ok && noticesOf(done.value.appends)).toEqual(kinds);
});

const began = (ms: number) => ({ startedMs: ms, countsFromMs: ms, endsMs: ms + 2 * DAY_MS });
const last = { ...began(NOW - 2 * DAY_MS - 2000), paidDays: 1, income: amount('9') };

test('closes the order at the last mark: pays income and principal, and frees its place and counted principal', () => {
  const done = decideIncome(FIRING, facts({ order: last, rate: '0.02' }));
  expect(done.ok && moved(done.value)).toBe(
    'fund_income income_escrow -12 spot 12 · fund_maturity fund_principal -600 spot 600 · fund_places:1 -1 · fund:1:0 -600',
  );
  expect(done.ok && rowOf(done.value)).toMatchObject({
    status: 'ended',
    reason: 'matured',
    income: amount('21'),
    // The rest of the order's last day is due once that day is over.
    ...{ dueMs: NOW + DAY_MS / 2, wakeMs: NOW + DAY_MS / 2, armedSeq: 9n },
  });
  expect(done.ok && done.value.armings?.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
    `fund_income ${NOW + DAY_MS / 2}`,
  ]);
  expect(done.ok && noticesOf(done.value.appends)).toEqual(['fund_ended']);
});

test('leaves nothing due for an order that matures at midnight', () => {
  const midnight = NOW - DAY_MS / 2;
  const given = { ...last, ...began(midnight - 2 * DAY_MS), dueMs: midnight, wakeMs: midnight };
  const done = decideIncome(FIRING, facts({ order: given, rate: '0.02' }));
  expect(done.ok && rowOf(done.value)).toMatchObject({ reason: 'matured', dueMs: null, wakeMs: null });
  expect(done.ok && done.value.armings).toMatchObject([{ kind: 'fund_income', level: null }]);
});

const over: Partial<FundOrderRow> = {
  ...{
    ...began(NOW - 2 * DAY_MS - 60_000 - DAY_MS / 2),
    status: 'ended',
    reason: 'matured',
    endedMs: NOW - DAY_MS,
  },
  ...{ paidDays: 2, income: amount('21'), dueMs: NOW - DAY_MS / 2, wakeMs: NOW - 2000 },
};

test('pays the rest of the last day after the principal was returned, and changes nothing else', () => {
  const done = decideIncome(FIRING, facts({ order: over, rate: '0.02' }));
  // The order ended a minute before midnight, so the rest is 23 hours and 59 minutes, at 12 a day.
  expect(done.ok && moved(done.value)).toBe('fund_income income_escrow -11.99166666 spot 11.99166666');
  expect(done.ok && rowOf(done.value)).toEqual({
    ...order,
    ...over,
    ...{ income: amount('32.99166666'), version: 4, dueMs: null, wakeMs: null },
  });
  expect(done.ok && done.value.appends?.[0]?.row).toMatchObject({ number: 3, partMs: DAY_MS - 60_000 });
  expect(done.ok && noticesOf(done.value.appends)).toEqual([]);
  expect(done.ok && done.value.armings).toMatchObject([{ kind: 'fund_income', level: null }]);
  const later = decideIncome(FIRING, facts({ order: over }));
  expect(later.ok && rowOf(later.value)).toMatchObject({ ...over, wakeMs: ENTRY.timeMs + 1000 });
});

test('pays orders under older rules for whole days only, without the rest of the last day', () => {
  const older = { ...last, countsFromMs: NOW - 2 * DAY_MS - DAY_MS / 2 };
  const first = decideIncome(
    FIRING,
    facts({ order: { countsFromMs: NOW - DAY_MS - DAY_MS / 2 }, rate: '0.02' }),
  );
  expect(first.ok && moved(first.value)).toBe('fund_income income_escrow -12 spot 12');
  const done = decideIncome(FIRING, facts({ order: older, rate: '0.02' }));
  expect(done.ok && rowOf(done.value)).toMatchObject({ reason: 'matured', dueMs: null, wakeMs: null });
});

test('passes a mark without a payment at a rate of zero, and waits for an unpublished rate', () => {
  const nothing = decideIncome(FIRING, facts({ rate: '0' }));
  expect(nothing.ok && [moved(nothing.value), rowOf(nothing.value).paidDays]).toEqual(['', 1]);
  const later = decideIncome(FIRING, facts({}));
  expect(later.ok && [moved(later.value), rowOf(later.value).wakeMs]).toEqual(['', ENTRY.timeMs + 1000]);
  expect(() => decideIncome(FIRING, facts({ rate: '0.02', escrow: '6.00027776' }))).toThrow(
    'to cover the income',
  );
  expect(() => decideIncome(FIRING, facts({ order: { wakeMs: NOW, dueMs: NOW }, rate: '0.02' }))).toThrow(
    'before its time',
  );
});

test("posts other customers' shares of an income in the same transaction, after the journals of the income", () => {
  const seen: unknown[] = [];
  const share = {
    journals: [{ kind: 'shared', ref: 'x', postings: [] }],
    counts: [{ counter: 'c', by: 1n }],
  };
  const done = decideIncome(FIRING, facts({ rate: '0.02' }), (_, paid) => {
    seen.push(paid);
    return share;
  });
  expect(seen).toEqual([{ orderId: 7n, number: 1, income: amount('6.00027777'), journalSeq: 5n }]);
  expect(done.ok && done.value.journals?.map(({ kind }) => kind)).toEqual(['fund_income', 'shared']);
  const none = decideIncome(FIRING, facts({ rate: '0' }), () => {
    throw new Error('expected no shares of a zero income');
  });
  expect(none.ok).toBe(true);
});

const ahead = { dueMs: NOW + 1, wakeMs: NOW + 1 };
test.each<[what: string, change: Partial<FundOrderRow>, fee: string | undefined, told: string]>([
  [
    'returns a pending order in full',
    pending,
    undefined,
    'fund_refund fund_principal -600 spot 600 · fund_places:1 -1',
  ],
  [
    'returns a pending order that was shown without a fee',
    pending,
    '0',
    'fund_refund fund_principal -600 spot 600 · fund_places:1 -1',
  ],
  ['refuses a pending order that was shown with a fee', pending, '6', 'terms_changed'],
  [
    'charges an order in progress the shown fee',
    ahead,
    '6',
    'fund_terminate fund_principal -600 spot 594 fees 6 · fund_places:1 -1 · fund:1:0 -600',
  ],
  ['refuses an order in progress that was shown without a fee', ahead, '0', 'terms_changed'],
  ['refuses an order with a due mark as busy', {}, '6', 'busy'],
  ['refuses an order whose mark is due this millisecond as busy', { dueMs: NOW }, '6', 'busy'],
  ['refuses an ended order', over, undefined, 'order_state_wrong'],
])('the rule for ending early %s', (_, change, fee, told) => {
  const feeShown = fee === undefined ? undefined : amount(fee);
  const done = decideCancel({ id: 7n, feeShown }, facts({ order: change, used: 1 }));
  expect(done.ok ? moved(done.value) : done.refusal.code).toBe(told);
  if (done.ok) expect(usedAfter(done.value)).toBe(change.status === 'pending' ? 0 : undefined);
});

test("refuses another customer's order as not found", () => {
  const done = decideCancel({ id: 8n, feeShown: undefined }, facts({}));
  expect(done).toEqual({ ok: false, refusal: { code: 'product_not_found', field: 'id' } });
});

test('a reset posts no journal for an order, and removes it from all counters', () => {
  const effects = endForStartOver(facts({}));
  expect(moved(effects)).toBe('fund_places:1 -1 · fund:1:0 -600');
  expect(rowOf(effects)).toMatchObject({ status: 'ended', reason: 'start_over', wakeMs: null });
  // An ended order keeps waiting for the rest of its last day.
  expect(moved(endForStartOver(facts({ order: over })))).toBe('');
});
