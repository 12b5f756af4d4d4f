/** Operators' verdicts: who may decide, on which data, and what is recorded. */
import { describe, expect, it, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { Operator } from '../../operators/operators.ts';
import { WALL } from '../../identity/testing/gate.ts';
import { decideReview } from './reviewing.ts';
import type { Review, Verdict } from './reviewing.ts';
import { addressRow, appended, BOOK, factsOf, journals, rowAfter, withdrawalRow } from './testing/world.ts';
import type { World } from './testing/world.ts';

const rosa: Operator = { account: 'rosa', role: 'reviewer', person: 'Rosa' };
const theo: Operator = { account: 'theo', role: 'treasurer', person: 'Theo' };
const rosaAgain: Operator = { account: 'rosa2', role: 'admin', person: 'Rosa' };
const persons = new Map([rosa, theo, rosaAgain].map(({ account, person }) => [account, person]));

const APPROVE: Verdict = { kind: 'approve' };
const HOLD: Verdict = { kind: 'hold', reason: 'source_of_funds', untilMs: WALL + 24 * HOUR_MS };

function decided(verdict: Verdict, world: Partial<World>, change: Partial<Review> = {}) {
  const seen = { amount: amount('100'), address: addressRow.address };
  const review: Review = {
    ...{ id: 9n, verdict, ...seen, note: undefined, operator: rosa, persons, byProvider: true },
    ...change,
  };
  return decideReview(review, factsOf(world));
}

function refused(...asked: Parameters<typeof decided>): string {
  const decision = decided(...asked);
  return decision.ok ? '' : decision.refusal.code;
}

function done(...asked: Parameters<typeof decided>) {
  const decision = decided(...asked);
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.value;
}

const small = { rows: [withdrawalRow()] };
const large = { rows: [withdrawalRow({ needsSecond: true })] };
const once = { rows: [withdrawalRow({ needsSecond: true, firstBy: 'rosa' })] };
const held = {
  rows: [withdrawalRow({ hold: { reason: 'security_check', untilMs: WALL - 1, by: 'rosa' } })],
};

describe('approving a withdrawal', () => {
  it('queues the payment, moves no money, and records the data that the operator saw', () => {
    const effects = done(APPROVE, small, { note: 'looks right' });
    expect(rowAfter(effects)).toMatchObject({
      ...{ status: 'waiting', version: 2, firstBy: 'rosa', secondBy: null, approvedMs: WALL },
    });
    expect(journals(effects)).toEqual([]);
    expect(appended(effects, 'payout')).toEqual([{ book: BOOK, id: 9n, createdMs: WALL }]);
    expect(appended(effects, 'audit')).toMatchObject([
      {
        action: 'withdrawal.approve',
        subject: `customer:${BOOK}`,
        before: { withdrawal: '9', status: 'under_review', amount: '100', address: addressRow.address },
        after: { status: 'waiting' },
        reason: 'looks right',
        ...{ operator: rosa.account, role: rosa.role },
      },
    ]);
  });

  it('needs two operators if it is large; the first approval only records the operator', () => {
    const first = done(APPROVE, large);
    expect(rowAfter(first)).toMatchObject({ status: 'under_review', firstBy: 'rosa', approvedMs: null });
    expect(appended(first, 'payout')).toEqual([]);
    const second = done(APPROVE, once, { operator: theo });
    expect(rowAfter(second)).toMatchObject({ status: 'waiting', firstBy: 'rosa', secondBy: 'theo' });
    expect(appended(second, 'payout')).toHaveLength(1);
  });

  test.each<[because: string, World['rows'], Partial<World>, Partial<Review>, code: string]>([
    ['a second approval from the same account', once.rows, {}, {}, 'second_person_needed'],
    [
      'a second approval from a different account of the same person',
      once.rows,
      {},
      { operator: rosaAgain },
      'second_person_needed',
    ],
    ['an operator with a conflict of interest', small.rows, { tied: ['Rosa'] }, {}, 'conflict_of_interest'],
    [
      'an operator who verified the customer or credited their money',
      small.rows,
      { letIn: ['Rosa'] },
      {},
      'second_person_needed',
    ],
    [
      'a first approver who verified the customer or credited their money',
      once.rows,
      { letIn: ['Rosa'] },
      { operator: theo },
      'second_person_needed',
    ],
    [
      'an operator whose conflict of interest was recorded for a different account',
      small.rows,
      { tied: ['Rosa'] },
      { operator: rosaAgain },
      'conflict_of_interest',
    ],
    [
      'a first approver whose conflict of interest was found later',
      once.rows,
      { tied: ['Rosa'] },
      { operator: theo },
      'conflict_of_interest',
    ],
    [
      'an amount that differs from the withdrawal’s',
      small.rows,
      {},
      { amount: amount('100.00000001') },
      'case_changed',
    ],
    ['an address that differs from the withdrawal’s', small.rows, {}, { address: 'T' }, 'case_changed'],
    ['a held withdrawal, even after the end of the hold', held.rows, {}, {}, 'case_held'],
    ['a frozen customer', small.rows, { gate: { status: 'frozen' } }, {}, 'account_frozen'],
    ['a locked customer', small.rows, { gate: { status: 'locked' } }, {}, 'account_locked'],
    [
      'a withdrawal that is already approved',
      [withdrawalRow({ status: 'waiting' })],
      {},
      {},
      'order_state_wrong',
    ],
    ['a cancelled withdrawal', [withdrawalRow({ status: 'failed' })], {}, {}, 'order_state_wrong'],
    ['a nonexistent withdrawal', [], {}, {}, 'not_found'],
  ])('is refused for %s', (_, rows, world, change, code) => {
    expect(refused(APPROVE, { ...world, rows }, change)).toBe(code);
  });
});

describe('holding a withdrawal', () => {
  it('records the reason and the end, and notifies the customer', () => {
    const effects = done(HOLD, small);
    expect(rowAfter(effects)).toMatchObject({
      ...{ status: 'under_review', version: 2 },
      hold: { reason: 'source_of_funds', untilMs: WALL + 24 * HOUR_MS, by: 'rosa' },
      holds: 1,
    });
    expect(appended(effects, 'notice')).toMatchObject([
      {
        kind: 'withdrawal_held',
        params: { amount: '100', currency: 'USDT', until: String(WALL / 1000 + 86_400) },
      },
    ]);
    expect(appended(effects, 'audit')).toMatchObject([
      {
        action: 'withdrawal.hold',
        reason: 'source_of_funds',
        after: { hold: { reason: 'source_of_funds' } },
      },
    ]);
  });

  test.each([
    [0, 'parameter_wrong'],
    [1, ''],
    [7 * 24 * HOUR_MS, ''],
    [7 * 24 * HOUR_MS + 1, 'parameter_wrong'],
  ])('accepts or refuses an end of the hold %d ms from now: %s', (ms, code) => {
    expect(refused({ kind: 'hold', reason: 'court_order', untilMs: WALL + ms }, small)).toBe(code);
  });

  test.each([
    ['for the first time', 0, ''],
    ['for the third time', 2, ''],
    ['for the fourth time', 3, 'holds_used_up'],
  ])('is accepted only three times: %s', (_, holds, code) => {
    const hold = { reason: 'security_check', untilMs: WALL - 1, by: 'rosa' } as const;
    const rows = [withdrawalRow({ holds, ...(holds > 0 && { hold }) })];
    expect(refused(HOLD, { rows })).toBe(code);
    if (code === '') expect(rowAfter(done(HOLD, { rows }))).toMatchObject({ holds: holds + 1 });
    else expect(refused({ kind: 'release' }, { rows })).toBe('');
  });

  it('lasts until its release, which is refused if there is no hold', () => {
    const effects = done({ kind: 'release' }, held, { operator: theo });
    expect(rowAfter(effects)).toMatchObject({ hold: null, status: 'under_review', version: 2 });
    expect(appended(effects, 'audit')).toMatchObject([
      { action: 'withdrawal.release', operator: theo.account, role: theo.role },
    ]);
    expect(refused({ kind: 'release' }, small)).toBe('order_state_wrong');
  });
});

describe('rejecting a withdrawal', () => {
  const REJECT: Verdict = { kind: 'reject', reason: 'source_unclear' };
  test.each([
    ['under review', small],
    ['held', held],
    ['approved once', once],
  ])('returns the money if the withdrawal is %s', (_, world) => {
    const effects = done(REJECT, world, { note: 'asked twice' });
    expect(journals(effects)).toEqual(['withdrawal_release: spot_frozen USDT -100, spot USDT 100']);
    expect(rowAfter(effects)).toMatchObject({
      ...{ status: 'failed', reason: 'source_unclear', hold: null, decidedBy: 'rosa', decidedMs: WALL },
    });
    expect(appended(effects, 'audit')).toMatchObject([
      { action: 'withdrawal.reject', reason: 'source_unclear: asked twice' },
    ]);
    expect(appended(effects, 'notice')).toMatchObject([{ kind: 'withdrawal_failed' }]);
  });

  it('is refused after approval', () => {
    expect(refused(REJECT, { rows: [withdrawalRow({ status: 'waiting' })] })).toBe('order_state_wrong');
  });
});
