/** Rules for the leverage permission: one row per case, with the outcome last. */
import { expect, test } from 'vitest';
import type { Facts } from '../../commands/command.ts';
import { gates } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { applicationView, assess, decideApplication, decideVerdict } from './rules.ts';
import type { Answers, Standing, Verdict } from './rules.ts';
import type { LeverApplicationRow } from './tables.ts';
import { unshared } from '../../commands/testing/unshared.ts';

const apt: Answers = {
  knowledge: 'some',
  experience: 'under_one_year',
  loss_capacity: 'bearable',
  funds_source: 'salary',
  quiz_leverage: 'ten',
  quiz_close_out: 'position_is_closed',
  quiz_gap: 'at_the_next_price',
  quiz_worst: 'the_margin',
};

const answered: [what: string, change: Partial<Answers>, right: number, concerns: string[]][] = [
  ['no concern about correct answers', {}, 4, []],
  ['no concern about one wrong quiz answer', { quiz_gap: 'at_the_stop' }, 3, []],
  [
    'a concern about two wrong quiz answers',
    { quiz_gap: 'at_the_stop', quiz_worst: 'half_the_margin' },
    2,
    ['knowledge_insufficient'],
  ],
  [
    'a concern if all quiz answers are wrong',
    {
      quiz_leverage: 'one',
      quiz_close_out: 'nothing',
      quiz_gap: 'not_at_all',
      quiz_worst: 'the_whole_account',
    },
    0,
    ['knowledge_insufficient'],
  ],
  ['no concern about experience without knowledge', { knowledge: 'none' }, 4, []],
  ['no concern about knowledge without experience', { experience: 'none' }, 4, []],
  [
    'a concern without knowledge and experience',
    { knowledge: 'none', experience: 'none' },
    4,
    ['knowledge_insufficient'],
  ],
  ['no concern if a loss would be hard to bear', { loss_capacity: 'hard' }, 4, []],
  ['a concern if a loss is unbearable', { loss_capacity: 'unbearable' }, 4, ['loss_capacity_insufficient']],
  ['a concern about borrowed money', { funds_source: 'borrowed' }, 4, ['funds_source_unclear']],
  ['a concern about money of unclear origin', { funds_source: 'other' }, 4, ['funds_source_unclear']],
  [
    'every concern, knowledge first',
    { knowledge: 'none', experience: 'none', loss_capacity: 'unbearable', funds_source: 'borrowed' },
    4,
    ['knowledge_insufficient', 'loss_capacity_insufficient', 'funds_source_unclear'],
  ],
];

test.each(answered)('the assessment raises %s', (_, change, quizRight, concerns) => {
  expect(assess({ ...apt, ...change })).toEqual({ quizRight, concerns });
});

const BOOK = 100_001n;

function row(change: Partial<LeverApplicationRow> = {}): LeverApplicationRow {
  return {
    book: BOOK,
    id: 7n,
    answers: apt,
    status: 'submitted',
    reason: null,
    submittedMs: 5_999,
    decidedMs: null,
    ...change,
  };
}

type At = { readonly enabled: boolean; readonly waiting: boolean; readonly gate?: Partial<Gate> };

function facts(at: At): Facts {
  const gate: Gate = { ...openGate, leverEnabled: at.enabled, ...at.gate };
  return {
    book: BOOK,
    nowMs: 1,
    wallMs: WALL,
    cancelOnly: false,
    stops: [],
    journalSeq: 1n,
    balance: () => 0n,
    balances: () => [],
    houseHas: () => false,
    ...unshared,
    row: (table) => ((table as unknown) === gates ? (gate as never) : undefined),
    openRows: () => (at.waiting ? [row() as never] : []),
    openCount: () => 0,
    counter: () => 0n,
    head: () => undefined,
    newId: () => 42n,
  };
}

const no = { enabled: false, waiting: false };
const applied: [what: string, at: At, outcome: string][] = [
  ['accepts an application if none is pending', { enabled: false, waiting: false }, 'submitted'],
  ['refuses an application while another is pending', { enabled: false, waiting: true }, 'already_applied'],
  ['refuses an application with leverage already on', { enabled: true, waiting: false }, 'already_applied'],
  ['refuses an unverified customer', { ...no, gate: { kycStatus: 'not_started' } }, 'verification_needed'],
  [
    'refuses a customer whose verification is under review',
    { ...no, gate: { kycStatus: 'under_review' } },
    'verification_needed',
  ],
  [
    'reports missing verification before a pending application',
    { ...no, waiting: true, gate: { kycStatus: 'rejected' } },
    'verification_needed',
  ],
  [
    'refuses an application during a pause',
    { ...no, gate: { timeOutUntilMs: 6_000, kycStatus: 'rejected' } },
    'timed_out',
  ],
  ['accepts an application just after a pause', { ...no, gate: { timeOutUntilMs: 5_999 } }, 'submitted'],
  [
    'refuses a frozen customer',
    { ...no, gate: { status: 'frozen', excludedUntilMs: 9_000 } },
    'account_frozen',
  ],
];

test.each(applied)('the rule for applications %s', (_, at, outcome) => {
  const decided = decideApplication({ answers: apt, nowMs: 5_999, jurisdictions: 'demo' }, facts(at));
  expect(decided.ok ? decided.value.answer.state : decided.refusal.code).toBe(outcome);
  if (!decided.ok) return;
  expect(decided.value.answer).toEqual({
    state: 'submitted',
    reason: null,
    submitted_time: 5,
    decided_time: null,
  });
  expect(decided.value.puts?.map((put) => put.row)).toEqual([row({ id: 42n })]);
});

const approve: Verdict = { kind: 'approve', note: undefined };
const reject: Verdict = { kind: 'reject', reason: 'knowledge_insufficient', note: undefined };
const off: Verdict = { kind: 'off', reason: 'customer_request', note: undefined };
const unapt = row({ answers: { ...apt, loss_capacity: 'unbearable' } });
const approved = row({ status: 'approved', decidedMs: 9 });

type Given = { newest?: LeverApplicationRow; leverEnabled?: boolean; openTrades?: number };
const verdicts: [what: string, verdict: Verdict, given: Given, outcome: string][] = [
  ['approves a pending application', approve, { newest: row() }, 'approved, on'],
  [
    'refuses approval against the answers without a note',
    approve,
    { newest: unapt },
    'parameter_missing note',
  ],
  [
    'approves against the answers with a note',
    { ...approve, note: 'bank statement seen' },
    { newest: unapt },
    'approved, on',
  ],
  ['refuses approval without an application', approve, {}, 'state_abnormal'],
  ['refuses a second approval', approve, { newest: approved, leverEnabled: true }, 'state_abnormal'],
  [
    'refuses approval of a rejected application',
    approve,
    { newest: row({ status: 'rejected', decidedMs: 9 }) },
    'state_abnormal',
  ],
  ['rejects a pending application', reject, { newest: row() }, 'rejected knowledge_insufficient, off'],
  [
    'refuses rejection of an approved application',
    reject,
    { newest: approved, leverEnabled: true },
    'state_abnormal',
  ],
  ['refuses rejection without an application', reject, {}, 'state_abnormal'],
  [
    'switches leverage off',
    off,
    { newest: approved, leverEnabled: true },
    'switched_off customer_request, off',
  ],
  [
    'switches off leverage granted without an application',
    off,
    { leverEnabled: true },
    'switched_off customer_request, off',
  ],
  ['refuses to switch off leverage that is off', off, { newest: row() }, 'state_abnormal'],
  [
    'refuses to switch leverage off with an open trade',
    off,
    { newest: approved, leverEnabled: true, openTrades: 1 },
    'lever_trade_open',
  ],
  [
    'refuses to switch off leverage that is off, with an open trade',
    off,
    { openTrades: 1 },
    'state_abnormal',
  ],
];

test.each(verdicts)('the rule for verdicts %s', (_, verdict, given, outcome) => {
  const standing: Standing = { newest: undefined, leverEnabled: false, openTrades: 0, ...given };
  const decided = decideVerdict(verdict, standing);
  const told = decided.ok
    ? `${decided.value.status}${decided.value.reason === null ? '' : ` ${decided.value.reason}`}, ${decided.value.leverEnabled ? 'on' : 'off'}`
    : `${decided.refusal.code} ${decided.refusal.field ?? ''}`.trim();
  expect(told).toBe(outcome);
});

test('returns the state, reason and times of an application to the customer', () => {
  expect(applicationView(undefined)).toEqual({
    state: 'none',
    reason: null,
    submitted_time: null,
    decided_time: null,
  });
  expect(applicationView(row({ status: 'rejected', reason: 'other', decidedMs: 8_000 }))).toEqual({
    state: 'rejected',
    reason: 'other',
    submitted_time: 5,
    decided_time: 8,
  });
});
