/** Rules for loans without a database: one row per case, with the outcome last. */
import { expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { sumsByCurrency } from '@candor/domain/ledger/journal.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { WALL } from '../../identity/testing/gate.ts';
import { decideFiring } from './due.ts';
import { decideRepayment, endForStartOver } from './repaying.ts';
import { decideReview, hashesOf } from './review.ts';
import type { Review } from './review.ts';
import { decideApplication, decideCancel } from './rules.ts';
import type { Application } from './rules.ts';
import { loans } from './tables.ts';
import type { LoanRow } from './tables.ts';
import {
  application,
  BOOK,
  DOCUMENTS,
  factsOf,
  HEAD_SEQ,
  MARKET,
  running,
  TERMS,
} from './testing/loan-row.ts';
import type { World } from './testing/loan-row.ts';
import { loanView } from './view.ts';

const DAY = 86_400_000;

type Part = Omit<Effects<unknown>, 'answer'>;
const rowOf = ({ puts = [] }: Part): LoanRow =>
  puts.find(({ table }) => table.name === loans.name)?.row as LoanRow;

/** Formats the effects: the row, each journal by account, score lines and notices. */
function written(effects: Part): string {
  const row = rowOf(effects);
  const journals = (effects.journals ?? []).map(({ kind, postings }) => {
    expect([...sumsByCurrency(postings).values()]).toEqual([0n]);
    return `${kind} ${postings.map(({ account, amount: moved }) => `${account} ${formatAmount(moved)}`).join(', ')}`;
  });
  const appends = (effects.appends ?? []).flatMap(({ table, row: line }) => {
    const one = line as Readonly<Record<string, unknown>>;
    if (table.name === 'credit_change') return [`score ${String(one['before'])} to ${String(one['after'])}`];
    if (table.name === 'notice') return [`tells ${String(one['kind'])}`];
    if (table.name === 'audit') return [`logs ${String(one['action'])}`];
    return [];
  });
  const state = [row.status, row.reason].filter((part) => part !== null).join(' ');
  return [state, ...journals, ...appends].join('; ');
}

function outcome(decided: Decision<unknown, string>): string {
  if (decided.ok) return written(decided.value);
  const { code, field, params } = decided.refusal;
  const figures = params === undefined ? undefined : Object.values(params).join(' … ');
  return [code, field, figures].filter((part) => part !== undefined).join(' ');
}

const policy = { terms: { loan: () => TERMS }, jurisdictions: 'eu' } as const;
const closed = { terms: { loan: () => ({ ...TERMS, open: false }) }, jurisdictions: 'eu' } as const;
const abroad = { terms: { loan: () => TERMS }, jurisdictions: 'country' } as const;

const asked: Application = {
  amount: amount('1000'),
  days: 30,
  agree: AGREEMENT_VERSION,
  termsVersion: 3,
  documents: ok(DOCUMENTS),
};
const nothing = refuse('file_not_found', { field: 'bank' });
const twice = refuse('file_duplicate', { field: 'identity' });
type ApplicationCase = [
  what: string,
  change: Partial<Application>,
  world: Partial<World>,
  outcome: string,
  policy?: Parameters<typeof decideApplication>[0],
];

const applications: ApplicationCase[] = [
  ['accepts the terms as shown', {}, {}, 'pending_review'],
  ['accepts the minimum', { amount: amount('1000') }, {}, 'pending_review'],
  ['accepts the maximum', { amount: amount('50000') }, {}, 'pending_review'],
  [
    'accepts an application without a version of the shown terms',
    { termsVersion: undefined },
    {},
    'pending_review',
  ],
  ['accepts the minimum score', {}, { score: 60 }, 'pending_review'],
  [
    'accepts an application after a failed loan',
    {},
    { rows: [application({ status: 'failed' })] },
    'pending_review',
  ],
  [
    'accepts an application after self-exclusion, which covers trading only',
    {},
    { gate: { excludedUntilMs: WALL + 1 } },
    'pending_review',
  ],
  ['rejects a frozen customer', {}, { gate: { status: 'frozen' } }, 'account_frozen'],
  ['rejects a locked customer', {}, { gate: { status: 'locked' } }, 'account_locked'],
  [
    'rejects a country where loans are not offered',
    {},
    { gate: { country: 'US' } },
    'product_not_offered',
    abroad,
  ],
  ['rejects an unverified customer', {}, { gate: { kycStatus: 'under_review' } }, 'verification_needed'],
  [
    'reports missing verification before any field',
    { amount: 0n },
    { gate: { kycStatus: 'not_started' } },
    'verification_needed',
  ],
  [
    'rejects an application while operators have stopped loans',
    {},
    { stops: [{ target: 'product:loans', untilMs: WALL + 1, sinceMarketMs: 0 }] },
    `opening_stopped product:loans … ${Math.ceil((WALL + 1) / 1000)}`,
  ],
  [
    'accepts an application while operators have stopped the fund',
    {},
    { stops: [{ target: 'product:fund', untilMs: WALL + 1, sinceMarketMs: 0 }] },
    'pending_review',
  ],
  ['rejects an application while loans are closed', {}, {}, 'product_not_offered', closed],
  ['rejects zero', { amount: 0n }, {}, 'amount_wrong amount'],
  [
    'rejects one unit below the minimum',
    { amount: amount('999.99999999') },
    {},
    'loan_out_of_range amount 1000 … 50000',
  ],
  [
    'rejects one unit above the maximum',
    { amount: amount('50000.00000001') },
    {},
    'loan_out_of_range amount 1000 … 50000',
  ],
  ['rejects a term that is not offered', { days: 31 }, {}, 'loan_days_not_offered days 7, 15, 30, 60, 90'],
  ['rejects half a day', { days: 7.5 }, {}, 'loan_days_not_offered days 7, 15, 30, 60, 90'],
  ['rejects a missing term', { days: Number.NaN }, {}, 'loan_days_not_offered days 7, 15, 30, 60, 90'],
  ['rejects a different version of the agreement', { agree: '2025-01' }, {}, 'agreement_changed agree'],
  ['rejects terms other than those shown', { termsVersion: 2 }, {}, 'terms_changed'],
  ['rejects a score of 59', {}, { score: 59 }, 'credit_score_low 60'],
  ['rejects a second application', {}, { rows: [application()] }, 'loan_open'],
  ['rejects an application during a running loan', {}, { rows: [running(DAY)] }, 'loan_open'],
  ['rejects an unknown image', { documents: nothing }, {}, 'file_not_found bank'],
  ["rejects another customer's image", { documents: twice }, {}, 'file_duplicate identity'],
  [
    'reports the amount before everything else',
    { amount: 0n, days: 1, agree: '', documents: twice },
    { score: 0 },
    'amount_wrong amount',
  ],
];

test.each<ApplicationCase>(applications)(
  'the rule for applications %s',
  (_, change, world, expected, of = policy) => {
    expect(outcome(decideApplication(of, { ...asked, ...change }, factsOf(world)))).toBe(expected);
  },
);

test('an application keeps the published figures and its deadline', () => {
  const decided = decideApplication(policy, asked, factsOf());
  if (!decided.ok) throw new Error(decided.refusal.code);
  expect(loanView(rowOf(decided.value), MARKET)).toMatchObject({
    ...{ amount: '1000', days: 30, daily_rate: '0.05', overdue_rate: '0.1', overdue_cap: '20', apr: '18.25' },
    ...{ interest_planned: '15', total_planned: '1015', due: '0', unpaid: '0', repaid: '0', overdue: false },
    deadline_at: WALL / 1000 + 86_400,
  });
});

const cancels: readonly (readonly [what: string, rows: readonly LoanRow[], outcome: string])[] = [
  ['closes a pending application', [application()], 'failed cancelled_by_customer'],
  ['refuses a running loan', [running(0)], 'order_state_wrong id'],
  [
    'refuses a failed application',
    [application({ status: 'failed', reason: 'income_unclear' })],
    'order_state_wrong id',
  ],
  ["refuses another customer's application as not found", [], 'loan_not_found id'],
];

test.each(cancels)('the rule for cancellations %s', (_, rows, expected) => {
  expect(outcome(decideCancel({ id: 7n }, factsOf({ rows })))).toBe(expected);
});

type Repaying = readonly [
  what: string,
  paid: string | undefined,
  row: LoanRow,
  world: Partial<World>,
  outcome: string,
];
const OVERDUE = running(30 * DAY, { nextMark: 3 });

const repayments: readonly Repaying[] = [
  [
    'takes the full debt on the first day',
    undefined,
    running(0),
    {},
    'settled; loan_repay spot -1000.5, interest 0.5, lending 1000; score 80 to 85; tells loan_settled',
  ],
  [
    'takes the full debt on the last day',
    undefined,
    running(30 * DAY - 1, { nextMark: 2 }),
    {},
    'settled; loan_repay spot -1015, interest 15, lending 1000; score 80 to 85; tells loan_settled',
  ],
  [
    'takes the full debt, before the reminders have fired',
    undefined,
    running(30 * DAY - 1),
    {},
    'settled; loan_repay spot -1015, interest 15, lending 1000; score 80 to 85; tells loan_settled',
  ],
  [
    'raises the score to at most a hundred',
    undefined,
    running(0),
    { score: 98 },
    'settled; loan_repay spot -1000.5, interest 0.5, lending 1000; score 98 to 100; tells loan_settled',
  ],
  [
    'takes a part of the debt',
    '300.5',
    running(0),
    {},
    'disbursed; loan_repay spot -300.5, interest 0.5, lending 300',
  ],
  ['takes a part of the interest', '0.1', running(0), {}, 'disbursed; loan_repay spot -0.1, interest 0.1'],
  [
    'takes a part of the debt, with a reminder due',
    '300',
    running(27 * DAY),
    {},
    'disbursed; loan_repay spot -300, interest 14, lending 286; tells loan_reminder',
  ],
  [
    'takes the full debt at maturity, before the mark has fired',
    undefined,
    running(30 * DAY, { nextMark: 2 }),
    {},
    'settled; loan_repay spot -1016.015, fees 1.015, interest 15, lending 1000; score 80 to 70; tells loan_settled',
  ],
  [
    'takes a part of the debt at maturity',
    '1.015',
    running(30 * DAY, { nextMark: 2 }),
    {},
    'disbursed; loan_repay spot -1.015, fees 1.015; score 80 to 70; tells loan_overdue',
  ],
  [
    'takes the full debt when overdue',
    undefined,
    OVERDUE,
    {},
    'settled; loan_repay spot -1016.015, fees 1.015, interest 15, lending 1000; tells loan_settled',
  ],
  [
    'takes a part of the debt when overdue',
    '20',
    OVERDUE,
    {},
    'disbursed; loan_repay spot -20, fees 1.015, interest 15, lending 3.985',
  ],
  [
    'takes exactly the available balance',
    undefined,
    running(0),
    { spot: amount('1000.5') },
    'settled; loan_repay spot -1000.5, interest 0.5, lending 1000; score 80 to 85; tells loan_settled',
  ],
  [
    'refuses a unit more than is available',
    undefined,
    running(0),
    { spot: amount('1000.49999999') },
    'balance_insufficient amount 1000.5 … USDT … 1000.49999999',
  ],
  [
    'refuses a unit more than is owed',
    '1000.50000001',
    running(0),
    {},
    'repayment_above_due amount 1000.5 … USDT',
  ],
  ['refuses zero', '0', running(0), {}, 'amount_wrong amount'],
  ['refuses a pending application', '1', application(), {}, 'order_state_wrong id'],
  ['refuses a settled loan', '1', running(0, { status: 'settled' }), {}, 'order_state_wrong id'],
  ["refuses another customer's loan", '1', running(0, { id: 8n }), {}, 'loan_not_found id'],
  [
    'accepts a part while the account is frozen, since the debt grows each day',
    '1',
    running(0),
    { gate: { status: 'frozen' } },
    'disbursed; loan_repay spot -1, interest 0.5, lending 0.5',
  ],
  [
    'refuses a repayment without a trading password',
    '1',
    running(0),
    { gate: { hasTradingPassword: false } },
    'trading_password_missing',
  ],
  [
    'accepts a part while excluded from trading, or where loans are not offered',
    '1',
    running(0),
    { gate: { excludedUntilMs: WALL + 1, country: 'US' } },
    'disbursed; loan_repay spot -1, interest 0.5, lending 0.5',
  ],
];

test.each(repayments)('the rule for repayments %s', (_, paid, row, world, expected) => {
  const repayment = { id: 7n, amount: paid === undefined ? undefined : amount(paid) };
  expect(outcome(decideRepayment(abroad, repayment, factsOf({ rows: [row], ...world })))).toBe(expected);
});

test('a repayment takes only from the available balance and arms the next mark', () => {
  const decided = decideRepayment(policy, { id: 7n, amount: amount('100') }, factsOf({ rows: [running(0)] }));
  if (!decided.ok) throw new Error(decided.refusal.code);
  const [arming] = decided.value.armings ?? [];
  expect(arming).toMatchObject({
    ...{ kind: 'loan_due', version: 3, armedSeq: HEAD_SEQ, level: BigInt(MARKET + 27 * DAY) },
  });
  const taken = (decided.value.journals ?? [])
    .flatMap(({ postings }) => postings)
    .filter(({ amount: moved }) => moved < 0n);
  expect(taken.map(({ account }) => account)).toEqual(['spot']);
});

const rosa = { account: 'rosa', role: 'reviewer', person: 'rosa' } as const;
const seen: Review = {
  id: 7n,
  operator: rosa,
  verdict: { kind: 'approve' },
  amount: amount('1000'),
  documents: hashesOf(application()),
  note: undefined,
  persons: new Map([
    ['rosa', 'rosa'],
    ['rosa2', 'rosa'],
    ['theo', 'theo'],
  ]),
};
const rejected: Partial<Review> = { verdict: { kind: 'reject', reason: 'income_unclear' } };
const swapped = hashesOf(application()).toReversed();

/** A loan that takes two approvers, with the account of the first approver. */
const large = (by?: string) =>
  application({ needsSecond: true, first: by === undefined ? null : { by, atMs: WALL - 1 } });
const FIRST = 'pending_review; logs loan.approve_first';

type ReviewCase = [
  what: string,
  change: Partial<Review>,
  world: Partial<World>,
  outcome: string,
  policy?: typeof abroad,
];
const reviews: ReviewCase[] = [
  [
    'pays out an application approved as seen',
    {},
    {},
    'disbursed; loan_disburse lending -1000, spot 1000; logs loan.approve; tells loan_disbursed',
  ],
  [
    'closes a rejected application',
    rejected,
    {},
    'failed income_unclear; logs loan.reject; tells loan_refused',
  ],
  ['refuses an approval with a conflict of interest', {}, { persons: ['rosa'] }, 'conflict_of_interest'],
  [
    'refuses a rejection with a conflict of interest',
    rejected,
    { persons: ['rosa'] },
    'conflict_of_interest',
  ],
  ['refuses an unknown loan', { id: 8n }, {}, 'loan_not_found'],
  ['refuses a loan already paid out', {}, { rows: [running(0)] }, 'order_state_wrong'],
  [
    'refuses a cancelled application',
    {},
    { rows: [application({ status: 'failed', reason: 'cancelled_by_customer' })] },
    'order_state_wrong',
  ],
  [
    'refuses an application already rejected',
    {},
    { rows: [application({ status: 'failed', reason: 'income_unclear' })] },
    'order_state_wrong',
  ],
  [
    'refuses an amount other than the one that the operator saw',
    { amount: amount('1001') },
    {},
    'case_changed',
  ],
  ['refuses documents other than those that the operator saw', { documents: ['a'] }, {}, 'case_changed'],
  ['refuses documents in a different order', { documents: swapped }, {}, 'case_changed'],
  ['refuses a borrower who has since been frozen', {}, { gate: { status: 'frozen' } }, 'account_frozen'],
  ['refuses a borrower who has since been locked', {}, { gate: { status: 'locked' } }, 'account_locked'],
  [
    'refuses a borrower who is no longer verified',
    {},
    { gate: { kycStatus: 'rejected' } },
    'verification_needed',
  ],
  [
    'rejects a country where loans are not offered',
    {},
    { gate: { country: 'US' } },
    'product_not_offered',
    abroad,
  ],
  ['refuses a borrower whose score fell', {}, { score: 59 }, 'credit_score_low 60'],
  [
    'closes a rejected application of a borrower who has since been frozen',
    rejected,
    { gate: { status: 'frozen' } },
    'failed income_unclear; logs loan.reject; tells loan_refused',
  ],
  ['refuses if nothing is left to lend', {}, { houseHas: false }, 'house_funds_insufficient'],
  ['records the first approval of a large loan', {}, { rows: [large()] }, FIRST],
  [
    'records the first approval of a large loan with nothing left to lend',
    {},
    { rows: [large()], houseHas: false },
    FIRST,
  ],
  [
    'pays out a large loan on the second approval',
    {},
    { rows: [large('theo')] },
    'disbursed; loan_disburse lending -1000, spot 1000; logs loan.approve; tells loan_disbursed',
  ],
  ['refuses a second approval by the first approver', {}, { rows: [large('rosa')] }, 'second_person_needed'],
  [
    "refuses a second approval by the first approver's other account",
    {},
    { rows: [large('rosa2')] },
    'second_person_needed',
  ],
  [
    'refuses a second approval by the first approver with nothing left to lend',
    {},
    { rows: [large('rosa')], houseHas: false },
    'second_person_needed',
  ],
  [
    'refuses a second approval with nothing left to lend',
    {},
    { rows: [large('theo')], houseHas: false },
    'house_funds_insufficient',
  ],
  [
    'replaces a first approval whose approver now has a conflict of interest',
    {},
    { rows: [large('theo')], persons: ['theo'] },
    FIRST,
  ],
  ['replaces a first approval of an unknown account', {}, { rows: [large('gone')] }, FIRST],
  [
    'refuses a second approval of a different amount',
    { amount: amount('999') },
    { rows: [large('theo')] },
    'case_changed',
  ],
  [
    'refuses a second approval of different documents',
    { documents: swapped },
    { rows: [large('theo')] },
    'case_changed',
  ],
  [
    'refuses a first approval of a borrower whose score fell',
    {},
    { rows: [large()], score: 59 },
    'credit_score_low 60',
  ],
  [
    'closes a large loan rejected by one person',
    rejected,
    { rows: [large()] },
    'failed income_unclear; logs loan.reject; tells loan_refused',
  ],
  [
    'closes a large loan rejected by its first approver',
    rejected,
    { rows: [large('rosa')] },
    'failed income_unclear; logs loan.reject; tells loan_refused',
  ],
];

test.each<ReviewCase>(reviews)('the rule for verdicts %s', (_, change, world, expected, of) => {
  const facts = factsOf({ rows: [application()], ...world });
  expect(outcome(decideReview(of ?? policy, { ...seen, ...change }, facts))).toBe(expected);
});

test('a first approval records a name and a time, without an event to the customer', () => {
  const decided = decideReview(policy, seen, factsOf({ rows: [large('gone')] }));
  if (!decided.ok) throw new Error(decided.refusal.code);
  const { journals, armings, events } = decided.value;
  expect([journals, armings, events]).toEqual([undefined, undefined, undefined]);
  expect(rowOf(decided.value)).toEqual({ ...large(), version: 2, first: { by: 'rosa', atMs: WALL } });
});

test.each([
  ['9999.99999999', false],
  ['10000', true],
  ['50000', true],
])('a loan of %s takes two approvers: %s', (of, two) => {
  const decided = decideApplication(policy, { ...asked, amount: amount(of) }, factsOf());
  if (!decided.ok) throw new Error(decided.refusal.code);
  expect(rowOf(decided.value)).toMatchObject({ needsSecond: two, first: null });
});

test('a loan starts at the instant of its payout', () => {
  const decided = decideReview(policy, seen, factsOf({ rows: [application()] }));
  if (!decided.ok) throw new Error(decided.refusal.code);
  const { lent, armedSeq, nextMark } = rowOf(decided.value);
  expect(lent).toMatchObject({ dueMs: MARKET + 30 * DAY, journalSeq: 3n, account: { disbursedMs: MARKET } });
  expect([armedSeq, nextMark]).toEqual([HEAD_SEQ, 0]);
  expect(decided.value.armings?.map(({ level }) => level)).toEqual([BigInt(MARKET + 27 * DAY)]);
});

/** Fires the mark of a loan that was paid out this long ago, with a current tape entry. */
function fire(row: LoanRow, { facts = factsOf({ rows: [row] }), version = row.version } = {}) {
  const entry = { timeMs: MARKET, seq: 99n } as TapeEntry;
  return decideFiring({ id: row.id, version, entry }, facts);
}
const firedAt = (agoMs: number, nextMark: number, facts?: Facts): string => {
  const row = running(agoMs, { nextMark });
  const decided = fire(row, facts === undefined ? {} : { facts });
  return decided.ok && rowOf(decided.value) !== undefined
    ? `${rowOf(decided.value).nextMark}: ${outcome(decided)}`
    : 'nothing';
};

const firings: readonly (readonly [what: string, agoMs: number, nextMark: number, outcome: string])[] = [
  ['sends a reminder three days before maturity', 27 * DAY, 0, '1: disbursed; tells loan_reminder'],
  ['sends a reminder a day before maturity', 29 * DAY, 1, '2: disbursed; tells loan_reminder'],
  ['sends one reminder if both are due', 29 * DAY, 0, '2: disbursed; tells loan_reminder'],
  ['lowers the score at maturity', 30 * DAY, 2, '3: disbursed; score 80 to 70; tells loan_overdue'],
  ['lowers the score a week after maturity', 37 * DAY, 3, '4: disbursed; score 80 to 70; tells loan_overdue'],
  [
    'lowers the score thirty days after maturity',
    60 * DAY,
    4,
    '5: disbursed; score 80 to 70; tells loan_overdue',
  ],
  [
    'lowers the score at each of several marks, and sends the last notice',
    90 * DAY,
    0,
    '5: disbursed; score 80 to 70; score 70 to 60; score 60 to 50; tells loan_overdue',
  ],
  [
    'passes two marks after a jump past maturity',
    32 * DAY,
    1,
    '3: disbursed; score 80 to 70; tells loan_overdue',
  ],
  ['does nothing if no mark is left', 90 * DAY, 5, 'nothing'],
];

test.each(firings)('a firing %s', (_, agoMs, nextMark, expected) => {
  expect(firedAt(agoMs, nextMark)).toBe(expected);
});

test('lowers a score no further than zero, with a line for each mark', () => {
  const row = running(90 * DAY);
  const decided = fire(row, { facts: factsOf({ rows: [row], score: 15 }) });
  expect(outcome(decided)).toBe('disbursed; score 15 to 5; score 5 to 0; score 0 to 0; tells loan_overdue');
});

test('a firing moves no money, and a second firing for the same version has no effect', () => {
  const row = running(30 * DAY);
  const first = fire(row);
  if (!first.ok) throw new Error('expected the first firing to succeed, found a refusal');
  expect(first.value.journals).toBeUndefined();
  const after = rowOf(first.value);
  expect(first.value.armings).toMatchObject([{ version: 3, level: BigInt(MARKET + 7 * DAY), armedSeq: 99n }]);
  expect(fire(after, { version: row.version })).toEqual(ok({ answer: { fired: false } }));
  const settled = { ...row, status: 'settled' as const };
  expect(fire(settled)).toEqual(ok({ answer: { fired: false } }));
  expect(fire(row, { facts: factsOf() })).toEqual(ok({ answer: { fired: false } }));
});

test('throws if a mark is fired before its time', () => {
  expect(() => fire(running(27 * DAY - 1))).toThrow('before its time');
});

test("a reset cancels an application and returns a running loan's principal out of equity", () => {
  expect(endForStartOver(factsOf(), 9n)).toEqual({});
  expect(written(endForStartOver(factsOf({ rows: [application()] }), 9n))).toBe('failed start_over');
  const half = running(DAY, {}, { principalLeft: amount('400') });
  const ended = endForStartOver(factsOf({ rows: [half], spot: 0n }), 9n);
  expect(written(ended)).toBe('settled start_over; loan_return equity -400, lending 400');
  expect(ended.appends?.map(({ row }) => row)).toMatchObject([
    { book: BOOK, loan: 7n, principal: amount('400'), fee: 0n, interest: 0n, journalSeq: 9n },
  ]);
  expect(() => endForStartOver(factsOf({ rows: [half], houseHas: false }), 9n)).toThrow(
    'to cover the principal',
  );
});
