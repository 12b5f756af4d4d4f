/** Rules for deposits without a database: one row per case, with the expected outcome last. */
import { capsFar } from '@candor/testing/caps.ts';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { Facts, Head } from '../../commands/command.ts';
import type { Gate } from '../../identity/gates.ts';
import { gates } from '../../identity/gates.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { LIMITS } from '../../limits.ts';
import { limits as depositsLimits } from './limits.ts';
import type { Lately } from '../../payments/lately.ts';
import { demoDepositWays, depositWaysOf } from '../../payments/deposit-methods.ts';
import { decideReview } from './review.ts';
import type { Review } from './review.ts';
import { decideCancel, decideDeposit, depositView } from './rules.ts';
import type { DepositOrder } from './rules.ts';
import { deposits, isOpen, lately } from './tables.ts';
import type { DepositRow } from './tables.ts';
import { depositExposure } from './exposure.ts';
import { unshared } from '../../commands/testing/unshared.ts';

const BOOK = 100_001n;
const HASH = 'ab'.repeat(32);
const TRANSACTION = { text: `0x${'c'.repeat(64)}`, key: 'c'.repeat(64) };

const ways = depositWaysOf(demoDepositWays, { isPlayMoney: true });
const terms = {
  deposit: ({ currency, network }: { currency: string; network: string }) =>
    network === 'arbitrum'
      ? { open: false, min: 0n, max: 0n, twoFrom: 0n }
      : {
          open: true,
          min: amount(currency === 'BTC' ? '0.0002' : '10'),
          max: amount('1000'),
          twoFrom: amount('500'),
        },
};

const usual: DepositOrder = {
  currency: 'USDT',
  network: 'tron',
  amount: amount('100'),
  voucher: 'f'.repeat(32),
  proof: ok(HASH),
  reference: null,
  isReferenceUsed: false,
};

function row(change: Partial<DepositRow> = {}): DepositRow {
  return {
    book: BOOK,
    id: 7n,
    currency: 'USDT',
    network: 'tron',
    amount: amount('100'),
    valueUsdt: amount('100'),
    placedDay: dayOf(WALL),
    voucher: 'e'.repeat(32),
    voucherHash: HASH,
    claimed: null,
    status: 'under_review',
    reason: null,
    needsSecond: false,
    first: null,
    version: 1,
    submittedMs: WALL,
    deadlineMs: WALL + LIMITS.money.reviewMs,
    decidedMs: null,
    reference: null,
    credited: null,
    decidedBy: null,
    ...change,
  };
}

type World = {
  readonly gate: Partial<Gate>;
  readonly rows: readonly DepositRow[];
  /** People who have a conflict of interest with the customer. */
  readonly persons: readonly string[];
  readonly handed: Lately['asked'];
  readonly heads: Readonly<Record<string, Partial<Head>>>;
};

const HEADS = {
  'BTC/USDT': { seq: 5n, bid: amount('64000'), last: amount('64001') },
  'EUR/USDT': { seq: 9n, bid: 0n, last: amount('1.15345678') },
};

function facts(change: Partial<World> = {}): Facts {
  const world: World = { gate: {}, rows: [], persons: [], handed: [], heads: HEADS, ...change };
  return {
    book: BOOK,
    nowMs: 1,
    wallMs: WALL,
    cancelOnly: false,
    stops: [],
    journalSeq: 3n,
    balance: () => 0n,
    balances: () => [],
    houseHas: () => true,
    ...unshared,
    row: (table: { readonly name: string }, id: bigint) =>
      ({
        [gates.name]: { ...openGate, ...world.gate },
        [deposits.name]: world.rows.find((one) => one.id === id),
        [lately.name]: { book: BOOK, id: 0n, asked: world.handed },
        customer_cap: { book: BOOK, id: 0n, state: capsFar },
        customer_tie: { book: BOOK, id: 0n, persons: world.persons },
      })[table.name] as never,
    openRows: () => world.rows.filter(isOpen) as never,
    openCount: () => 0,
    counter: () => 0n,
    head: (symbol) => world.heads[symbol] as Head | undefined,
    newId: () => 42n,
  };
}

type Refused = {
  readonly ok: false;
  readonly refusal: { code: string; field?: string; params?: Readonly<Record<string, string>> };
};
const refusal = ({ refusal: { code, field, params } }: Refused): string =>
  [code, field, params && Object.values(params).join(' … ')].filter((part) => part !== undefined).join(' ');

const many = Array.from({ length: depositsLimits.depositsWaitingMax }, (_, at) =>
  row({ id: BigInt(at + 1) }),
);
const claimed = row({ claimed: TRANSACTION });

test.each<[what: string, order: Partial<DepositOrder>, world: Partial<World>, outcome: string]>([
  ['accepts a deposit on a chain', {}, {}, 'under_review 100 as worth 100'],
  [
    'accepts a deposit of a coin, valued at its bid',
    { currency: 'BTC', network: 'bitcoin', amount: amount('0.01') },
    {},
    'under_review 0.01 as worth 640',
  ],
  ['accepts a wire at par', { currency: 'USD', network: 'wire' }, {}, 'under_review 100 as worth 100'],
  [
    'accepts a wire at the published rate',
    { currency: 'EUR', network: 'wire', amount: amount('33.33') },
    {},
    'under_review 33.33 as worth 38.44471447',
  ],
  ['accepts a deposit of the minimum', { amount: amount('10') }, {}, 'under_review 10 as worth 10'],
  ['accepts a deposit of the maximum', { amount: amount('1000') }, {}, 'under_review 1000 as worth 1000'],
  [
    'accepts a deposit that repeats a failed deposit',
    { reference: TRANSACTION },
    { rows: [{ ...claimed, status: 'failed' }] },
    'under_review 100 as worth 100',
  ],
  [
    'accepts a deposit with the same reference on a different network',
    { reference: TRANSACTION, network: 'ethereum' },
    { rows: [claimed] },
    'under_review 100 as worth 100',
  ],

  ['rejects a deposit by a frozen customer', {}, { gate: { status: 'frozen' } }, 'account_frozen'],
  ['rejects a deposit by a locked customer', {}, { gate: { status: 'locked' } }, 'account_locked'],
  [
    'rejects a deposit during a pause',
    {},
    { gate: { timeOutUntilMs: WALL + 5000 } },
    `timed_out ${(WALL + 5000) / 1000}`,
  ],
  [
    'accepts a deposit after a pause',
    {},
    { gate: { timeOutUntilMs: WALL } },
    'under_review 100 as worth 100',
  ],
  ['rejects a deposit in an unknown currency', { currency: 'DOGE' }, {}, 'currency_invalid currency'],
  [
    'rejects a deposit on a network that does not carry the coin',
    { network: 'bitcoin' },
    {},
    'network_invalid network',
  ],
  ['rejects a deposit on an unknown network', { network: 'constructor' }, {}, 'network_invalid network'],
  ['rejects a deposit by a closed method', { network: 'arbitrum' }, {}, 'network_invalid network'],
  ['rejects a deposit of zero', { amount: 0n }, {}, 'amount_wrong amount'],
  [
    'rejects a deposit below the smallest transferable amount',
    { amount: amount('100.0000001') },
    {},
    'amount_wrong amount',
  ],
  [
    'rejects a deposit of a fraction of a cent',
    { currency: 'EUR', network: 'wire', amount: amount('100.001') },
    {},
    'amount_wrong amount',
  ],
  [
    'rejects a deposit below the minimum',
    { amount: amount('9.999999') },
    {},
    'deposit_out_of_range amount 10 … 1000',
  ],
  [
    'rejects a deposit above the maximum',
    { amount: amount('1000.000001') },
    {},
    'deposit_out_of_range amount 10 … 1000',
  ],
  [
    'rejects a deposit without an image',
    { proof: refuse('file_not_found', { field: 'voucher' }) },
    {},
    'file_not_found voucher',
  ],
  [
    'rejects a deposit with another customer’s image',
    { proof: refuse('file_duplicate', { field: 'voucher' }) },
    {},
    'file_duplicate voucher',
  ],
  [
    'rejects a deposit with the image of a pending deposit',
    { voucher: 'e'.repeat(32) },
    { rows: [row()] },
    'file_not_found voucher',
  ],
  [
    'rejects a deposit with a known payment',
    { reference: TRANSACTION, isReferenceUsed: true },
    {},
    'reference_used reference',
  ],
  [
    'rejects a deposit with the payment of a pending deposit',
    { reference: TRANSACTION },
    { rows: [claimed] },
    'reference_used reference',
  ],
  [
    'rejects a deposit beyond the limit of pending deposits',
    {},
    { rows: many },
    `deposits_too_many ${depositsLimits.depositsWaitingMax}`,
  ],
  [
    'refuses a deposit of a coin without a price as busy',
    { currency: 'BTC', network: 'bitcoin', amount: amount('0.01') },
    { heads: {} },
    'busy',
  ],
  [
    'refuses a wire before the first rate as busy',
    { currency: 'EUR', network: 'wire' },
    { heads: { 'EUR/USDT': { seq: 0n, last: 0n } } },
    'busy',
  ],

  // In order of precedence: each row also has the next row's violation.
  [
    'reports the standing before the currency',
    { currency: 'DOGE' },
    { gate: { status: 'frozen' } },
    'account_frozen',
  ],
  [
    'reports the currency before the amount',
    { currency: 'DOGE', amount: 0n },
    {},
    'currency_invalid currency',
  ],
  [
    'reports the network before the amount',
    { network: 'arbitrum', amount: 0n },
    {},
    'network_invalid network',
  ],
  [
    'reports the range before the image',
    { amount: 1_000_000n, proof: refuse('file_not_found') },
    {},
    'deposit_out_of_range amount 10 … 1000',
  ],
  [
    'reports the image before the payment',
    { proof: refuse('file_not_found'), isReferenceUsed: true },
    {},
    'file_not_found',
  ],
  [
    'reports the payment before the limit',
    { isReferenceUsed: true },
    { rows: many },
    'reference_used reference',
  ],
])('the rule for submissions %s', (_, order, world, outcome) => {
  const decided = decideDeposit({ ways, terms }, { ...usual, ...order }, facts(world));
  if (!decided.ok) return expect(refusal(decided)).toBe(outcome);
  const { answer, puts = [], journals } = decided.value;
  expect([answer, journals]).toEqual([{ id: '42', status: 'under_review' }, undefined]);
  const made = puts[0]?.row as DepositRow;
  expect(made.deadlineMs - made.submittedMs).toBe(24 * 60 * 60_000);
  return expect(`${made.status} ${formatAmount(made.amount)} as worth ${formatAmount(made.valueUsdt)}`).toBe(
    outcome,
  );
});

const part = (of: string, hoursAgo: number, currency = 'USDT'): Lately['asked'][number] => ({
  currency,
  amount: amount(of),
  requestedMs: WALL - hoursAgo * HOUR_MS,
});

test.each<[what: string, of: string, handed: Lately['asked'], needsSecond: boolean]>([
  ['requires one approver just below the size', '499.999999', [], false],
  ['requires two approvers at exactly the size', '500', [], true],
  ['requires two approvers above the size', '1000', [], true],
  [
    'requires two approvers if the sum with an earlier deposit reaches the size',
    '10',
    [part('490', 1)],
    true,
  ],
  [
    'requires one approver if the sum with an earlier deposit stays below the size',
    '10',
    [part('489.999999', 1)],
    false,
  ],
  [
    'requires two approvers for the last of many parts',
    '10',
    Array.from({ length: 49 }, (_, at) => part('10', at / 3)),
    true,
  ],
  ['does not count a deposit from a day ago', '10', [part('490', 24)], false],
  ['counts a deposit from just under a day ago', '10', [part('490', 23.999)], true],
  ['does not count a deposit in another currency', '10', [part('490', 1, 'BTC')], false],
])('the rule for dual approval %s', (_, of, handed, needsSecond) => {
  const decided = decideDeposit({ ways, terms }, { ...usual, amount: amount(of) }, facts({ handed }));
  if (!decided.ok) throw new Error(decided.refusal.code);
  expect(decided.value.puts?.[0]?.row).toMatchObject({ needsSecond, first: null });
});

test.each<[what: string, rows: readonly DepositRow[], outcome: string]>([
  ['cancels a deposit under review', [row()], 'failed'],
  ['cancels a deposit with a first approval', [row(approvedBy('theo'))], 'failed'],
  ['refuses a deposit whose payment an operator has seen', [row({ status: 'waiting' })], 'order_state_wrong'],
  ['refuses a deposit that was credited', [row({ status: 'success' })], 'order_state_wrong'],
  ['refuses a deposit that failed', [row({ status: 'failed' })], 'order_state_wrong'],
  ['refuses a deposit of another customer as not found', [], 'deposit_not_found id'],
])('the rule for cancellations %s', (_, rows, outcome) => {
  const decided = decideCancel({ id: 7n }, facts({ rows }));
  if (!decided.ok) return expect(refusal(decided)).toBe(outcome);
  expect(decided.value.puts?.[0]?.row).toMatchObject({
    ...{ status: outcome, reason: 'cancelled_by_customer', version: 2, decidedMs: WALL, decidedBy: null },
  });
  return expect(decided.value.journals).toBeUndefined();
});

const rosa = { account: 'rosa', role: 'reviewer', person: 'rosa' } as const;
const persons = new Map([
  ['rosa', 'rosa'],
  ['rosa2', 'rosa'],
  ['theo', 'theo'],
]);
const OTHER = { text: 'd'.repeat(64), key: 'd'.repeat(64) };

/** The state that a first approval leaves on a large deposit. */
function approvedBy(by: string, reference = TRANSACTION): Pick<DepositRow, 'needsSecond' | 'first'> {
  return { needsSecond: true, first: { by, atMs: WALL - 1, reference } };
}

const approve = { kind: 'approve', reference: TRANSACTION, isReferenceUsed: false } as const;
const reject = { kind: 'reject', reason: 'not_received' } as const;
const review: Review = {
  id: 7n,
  operator: rosa,
  verdict: approve,
  amount: amount('100'),
  voucherHash: HASH,
  note: undefined,
  persons,
};
const euros = row({ currency: 'EUR', network: 'wire', amount: amount('33.33') });

test.each<[what: string, change: Partial<Review>, world: Partial<World>, outcome: string]>([
  ['credits an approved deposit', {}, {}, 'success: custody USDT -100, spot USDT 100'],
  [
    'credits a deposit approved after waiting',
    {},
    { rows: [row({ status: 'waiting' })] },
    'success: custody USDT -100, spot USDT 100',
  ],
  [
    'credits a deposit of a coin in the same coin',
    {},
    { rows: [row({ currency: 'BTC', network: 'bitcoin' })] },
    'success: custody BTC -100, spot BTC 100',
  ],
  [
    'credits a deposit in euros, rounded down',
    { amount: amount('33.33') },
    { rows: [euros] },
    'success: custody USDT -38.44471447, spot USDT 38.44471447',
  ],
  [
    'credits a deposit in dollars at par',
    {},
    { rows: [row({ currency: 'USD', network: 'wire' })] },
    'success: custody USDT -100, spot USDT 100',
  ],
  ['marks a deposit as waiting', { verdict: { kind: 'await' } }, {}, 'waiting: '],
  ['closes a rejected deposit', { verdict: reject }, {}, 'failed: '],
  [
    'closes a deposit rejected after waiting',
    { verdict: reject },
    { rows: [row({ status: 'waiting' })] },
    'failed: ',
  ],

  [
    'refuses an operator with a conflict of interest',
    {},
    { persons: ['ada', 'rosa'] },
    'conflict_of_interest',
  ],
  [
    'refuses another account of the same person',
    { operator: { ...rosa, account: 'rosa2' } },
    { persons: ['rosa'] },
    'conflict_of_interest',
  ],
  ['refuses a deposit that does not exist', {}, { rows: [] }, 'deposit_not_found'],
  ['refuses a second approval', {}, { rows: [row({ status: 'success' })] }, 'order_state_wrong'],
  ['refuses a cancelled deposit', {}, { rows: [row({ status: 'failed' })] }, 'order_state_wrong'],
  [
    'refuses a rejection after the credit',
    { verdict: reject },
    { rows: [row({ status: 'success' })] },
    'order_state_wrong',
  ],
  [
    'refuses to mark one as waiting twice',
    { verdict: { kind: 'await' } },
    { rows: [row({ status: 'waiting' })] },
    'order_state_wrong',
  ],
  [
    'refuses an amount other than the one that the operator saw',
    { amount: amount('100.000001') },
    {},
    'case_changed',
  ],
  [
    'refuses an image other than the one that the operator saw',
    { voucherHash: 'cd'.repeat(32) },
    {},
    'case_changed',
  ],
  [
    'refuses a rejection with an amount other than the one that the operator saw',
    { verdict: reject, amount: amount('1') },
    {},
    'case_changed',
  ],
  [
    'refuses a payment that was already credited',
    { verdict: { ...approve, isReferenceUsed: true } },
    {},
    'reference_used reference',
  ],
  [
    'refuses a currency without a rate',
    { amount: amount('33.33') },
    { rows: [euros], heads: {} },
    'trading_closed',
  ],
  [
    'reports a conflict of interest before the status',
    {},
    { persons: ['rosa'], rows: [row({ status: 'failed' })] },
    'conflict_of_interest',
  ],
  [
    'reports the status before a change',
    { amount: 1n },
    { rows: [row({ status: 'failed' })] },
    'order_state_wrong',
  ],
  [
    'reports a change before the payment',
    { amount: 1n, verdict: { ...approve, isReferenceUsed: true } },
    {},
    'case_changed',
  ],
])('the rule for verdicts %s', (_, change, world, outcome) => {
  const decided = decideReview({ ...review, ...change }, facts({ rows: [row()], ...world }));
  if (!decided.ok) return expect(refusal(decided)).toBe(outcome);
  const { puts = [], journals = [], appends = [] } = decided.value;
  const after = puts[0]?.row as DepositRow;
  const lines = journals.flatMap(({ kind, ref, postings }) => {
    expect([kind, ref]).toEqual(['deposit', 'deposit:7']);
    return postings.map((line) => `${line.account} ${line.currency} ${formatAmount(line.amount)}`);
  });
  // The audit record, and the customer's notice if the verdict settles the deposit.
  const written = appends.map(({ table, row: one }) => [
    table.name,
    (one as { readonly action?: string; readonly kind?: string }).action ?? (one as { kind?: string }).kind,
  ]);
  const told = { success: 'deposit_credited', failed: 'deposit_failed' }[
    after.status as 'success' | 'failed'
  ];
  const action = { success: 'approve', failed: 'reject', waiting: 'await' }[after.status as 'success'];
  expect(written).toEqual([
    ['audit', `deposit.${action}`],
    ...(told === undefined ? [] : [['notice', told]]),
  ]);
  return expect(`${after.status}: ${lines.join(', ')}`).toBe(outcome);
});

const first = (by: string, reference = TRANSACTION) => ({
  status: 'under_review',
  first: { by, atMs: WALL, reference },
});

test.each<
  [what: string, change: Partial<Review>, before: Partial<DepositRow>, world: Partial<World>, after: unknown]
>([
  ['records a first approval', {}, { needsSecond: true }, {}, first('rosa')],
  [
    'records a first approval after waiting',
    {},
    { needsSecond: true, status: 'waiting' },
    {},
    { status: 'waiting' },
  ],
  [
    'credits a deposit approved by another person',
    {},
    approvedBy('theo'),
    {},
    { status: 'success', decidedBy: 'rosa' },
  ],
  ['refuses a second approval by one account', {}, approvedBy('rosa'), {}, 'second_person_needed'],
  [
    "refuses a second approval by the first approver's other account",
    {},
    approvedBy('rosa2'),
    {},
    'second_person_needed',
  ],
  [
    'treats an approval of a different payment as a first approval',
    { verdict: { ...approve, reference: OTHER } },
    approvedBy('theo'),
    {},
    first('rosa', OTHER),
  ],
  [
    'replaces the first approval if its approver corrects the payment',
    { verdict: { ...approve, reference: OTHER } },
    approvedBy('rosa'),
    {},
    first('rosa', OTHER),
  ],
  [
    'replaces a first approval whose approver now has a conflict of interest',
    {},
    approvedBy('theo'),
    { persons: ['theo'] },
    first('rosa'),
  ],
  ['replaces a first approval of an unknown account', {}, approvedBy('nobody'), {}, first('rosa')],
  [
    'voids the first approval if the payment is not final',
    { verdict: { kind: 'await' } },
    approvedBy('theo'),
    {},
    { status: 'waiting', first: null },
  ],
  [
    'closes a deposit rejected by the second person',
    { verdict: reject },
    approvedBy('theo'),
    {},
    { status: 'failed', decidedBy: 'rosa' },
  ],
  [
    'closes a deposit rejected by the first approver',
    { verdict: reject },
    approvedBy('rosa'),
    {},
    { status: 'failed', decidedBy: 'rosa' },
  ],
  [
    'refuses an amount other than the one that the second approver saw',
    { amount: amount('99') },
    approvedBy('theo'),
    {},
    'case_changed',
  ],
  [
    'refuses an image other than the one that the second approver saw',
    { voucherHash: '00' },
    approvedBy('theo'),
    {},
    'case_changed',
  ],
  [
    'refuses a first approval of a payment that was already credited',
    { verdict: { ...approve, isReferenceUsed: true } },
    { needsSecond: true },
    {},
    'reference_used reference',
  ],
  [
    'refuses a second approval of a payment that was already credited',
    { verdict: { ...approve, isReferenceUsed: true } },
    approvedBy('theo'),
    {},
    'reference_used reference',
  ],
])('the rule for verdicts on large deposits %s', (_, change, before, world, after) => {
  const rows = [row({ needsSecond: true, ...before })];
  const decided = decideReview({ ...review, ...change }, facts({ rows, ...world }));
  if (!decided.ok) return expect(refusal(decided)).toBe(after);
  const { puts = [], journals = [], appends = [], events = [] } = decided.value;
  const left = puts[0]?.row as DepositRow;
  expect(left).toMatchObject(after as object);
  const ended = left.status === 'success' || left.status === 'failed';
  expect([journals.length, appends.length]).toEqual([left.status === 'success' ? 1 : 0, ended ? 2 : 1]);
  // A first approval sends no event to the customer.
  const isFirst = !ended && (change.verdict?.kind ?? 'approve') === 'approve';
  expect(events).toHaveLength(isFirst ? 0 : 1);
  return expect(appends[0]?.row).toMatchObject({
    action: isFirst ? 'deposit.approve_first' : `deposit.${change.verdict?.kind ?? 'approve'}`,
    before: { first_by: before.first?.by ?? null },
    after: { first_by: left.first?.by ?? null, first_reference: left.first?.reference.text ?? null },
  });
});

test('audits a verdict with the facts that the operator saw and the reason', () => {
  const decided = decideReview(
    { ...review, verdict: { kind: 'reject', reason: 'name_differs' }, note: 'sent by a company' },
    facts({ rows: [row()] }),
  );
  if (!decided.ok) throw new Error(decided.refusal.code);
  const about = { deposit: '7', currency: 'USDT', network: 'tron', amount: '100' };
  expect(decided.value.appends?.[0]?.row).toMatchObject({
    subject: `customer:${BOOK}`,
    before: { ...about, status: 'under_review' },
    after: { ...about, status: 'failed', voucher_hash: HASH },
    reason: 'name_differs: sent by a company',
    ...{ operator: rosa.account, role: rosa.role },
    timeMs: WALL,
  });
});

test('reports a pending deposit as overdue once its deadline is reached', () => {
  const at = (change: Partial<DepositRow>, laterMs: number) =>
    depositView(row(change), WALL + LIMITS.money.reviewMs + laterMs).overdue;
  expect([at({}, -1), at({}, 0), at({ status: 'waiting' }, 3_600_000)]).toEqual([false, true, true]);
  expect([at({ status: 'success' }, 1), at({ status: 'failed' }, 1)]).toEqual([false, false]);
});

test('counts the value of a deposit against self-imposed limits until it fails', () => {
  const moved = depositExposure.movementOf(row() as never, row({ status: 'failed' }) as never);
  expect([moved?.before?.deposited, moved?.after.deposited]).toEqual([amount('100'), 0n]);
});
