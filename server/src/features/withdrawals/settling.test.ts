/** Outcomes of a payment: the money moved if the payment arrived or failed, and the refusals while the outcome is uncertain. */
import { describe, expect, it, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { WALL } from '../../identity/testing/gate.ts';
import type { Actor } from '../../operators/operators.ts';
import { mayBeTrying, pauseAfter, payoutKey, readPayoutKey } from './payout/rows.ts';
import type { PayoutRow } from './payout/rows.ts';
import { decideSettlement } from './settling.ts';
import type { PayoutOutcome, Settlement } from './settling.ts';
import { addressRow, appended, BOOK, factsOf, journals, rowAfter, withdrawalRow } from './testing/world.ts';
import type { World } from './testing/world.ts';

const theo: Actor = { account: 'theo', role: 'treasurer', person: 'Theo' };
const provider: Actor = { account: 'payout-provider', role: 'provider', person: 'payout-provider' };
const PAID: PayoutOutcome = { kind: 'paid', reference: 'ab'.repeat(32) };
const FAILED: PayoutOutcome = { kind: 'failed', reason: 'payout_returned', proof: 'reverted in block 7' };
const waiting = { rows: [withdrawalRow({ status: 'waiting', firstBy: 'rosa', approvedMs: WALL - 1 })] };

function decided(outcome: PayoutOutcome, world: Partial<World> = {}, change: Partial<Settlement> = {}) {
  const of = {
    id: 9n,
    currency: 'USDT',
    outcome,
    amount: amount('100'),
    operator: theo,
    isReferenceUsed: false,
  };
  const settlement = { ...of, ...change };
  return decideSettlement(settlement, factsOf({ ...waiting, ...world }));
}

function done(...asked: Parameters<typeof decided>) {
  const decision = decided(...asked);
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.value;
}

function refused(...asked: Parameters<typeof decided>): string {
  const decision = decided(...asked);
  return decision.ok ? '' : decision.refusal.code;
}

describe('a paid withdrawal', () => {
  it('removes the paid amount from custody and leaves the fee with the house', () => {
    const effects = done(PAID);
    expect(journals(effects)).toEqual([
      'withdrawal_pay: spot_frozen USDT -100, custody USDT 99.9, fees USDT 0.1',
    ]);
    expect(rowAfter(effects)).toMatchObject({
      ...{
        status: 'success',
        version: 2,
        paidReference: 'ab'.repeat(32),
        decidedBy: 'theo',
        decidedMs: WALL,
      },
    });
    expect(appended(effects, 'audit')).toMatchObject([
      { action: 'withdrawal.paid', after: { reference: 'ab'.repeat(32), arrived: '99.9' } },
    ]);
    expect(appended(effects, 'notice')).toMatchObject([
      {
        kind: 'withdrawal_sent',
        params: { amount: '99.9', currency: 'USDT', address: addressRow.address, reference: 'ab'.repeat(32) },
      },
    ]);
  });

  it('causes no posting for a fee of zero', () => {
    const rows = [withdrawalRow({ status: 'waiting', fee: 0n })];
    expect(journals(done(PAID, { rows }))).toEqual([
      'withdrawal_pay: spot_frozen USDT -100, custody USDT 100',
    ]);
  });

  it('causes an exception if custody doesn’t cover it', () => {
    expect(() => decided(PAID, { custody: '99.89999999' })).toThrow(/expected custody to cover/);
  });
});

test('returns the money of a failed payment and records the proof', () => {
  const effects = done(FAILED);
  expect(journals(effects)).toEqual(['withdrawal_release: spot_frozen USDT -100, spot USDT 100']);
  expect(rowAfter(effects)).toMatchObject({ status: 'failed', reason: 'payout_returned', decidedBy: 'theo' });
  expect(appended(effects, 'audit')).toMatchObject([
    {
      action: 'withdrawal.payout_failed',
      after: { proof: 'reverted in block 7' },
      reason: 'payout_returned',
    },
  ]);
  expect(appended(effects, 'notice')).toMatchObject([{ kind: 'withdrawal_failed' }]);
});

test.each<[because: string, Partial<World>, Partial<Settlement>, code: string]>([
  ['an operator with a conflict of interest', { tied: ['Theo'] }, {}, 'conflict_of_interest'],
  ['a withdrawal that is not approved', { rows: [withdrawalRow()] }, {}, 'order_state_wrong'],
  [
    'a withdrawal that is already paid',
    { rows: [withdrawalRow({ status: 'success' })] },
    {},
    'order_state_wrong',
  ],
  [
    'a withdrawal that has already failed',
    { rows: [withdrawalRow({ status: 'failed' })] },
    {},
    'order_state_wrong',
  ],
  ['an amount that differs from the withdrawal’s', {}, { amount: amount('99.9') }, 'case_changed'],
  ['a nonexistent withdrawal', { rows: [] }, {}, 'not_found'],
])('refuses both outcomes for %s', (_, world, change, code) => {
  expect(refused(PAID, world, change)).toBe(code);
  expect(refused(FAILED, world, change)).toBe(code);
});

test('refuses “paid” from an operator who verified the customer or credited their money, but accepts “failed”', () => {
  expect(refused(PAID, { letIn: ['Theo'] }, {})).toBe('second_person_needed');
  expect(refused(FAILED, { letIn: ['Theo'] }, {})).toBe('');
});

test('refuses a reference used for a different withdrawal, but reports a conflict of interest or a wrong status first', () => {
  expect(refused(PAID, {}, { isReferenceUsed: true })).toBe('reference_used');
  expect(refused(PAID, { tied: ['Theo'] }, { isReferenceUsed: true })).toBe('conflict_of_interest');
  expect(refused(PAID, { rows: [withdrawalRow()] }, { isReferenceUsed: true })).toBe('order_state_wrong');
});

describe('an attempt to submit a payment', () => {
  const tried = (attempts: number, agoMs: number): { payout: PayoutRow } => ({
    payout: {
      ...{ book: BOOK, id: 9n, attempts, acknowledgedMs: null },
      nextTryMs: WALL - agoMs + pauseAfter(attempts),
    },
  });

  test.each([
    ['no attempt', tried(0, 0), ''],
    ['an attempt that began now', tried(1, 0), 'busy'],
    ['a third attempt that began now', tried(3, 0), 'busy'],
    ['an attempt less than half a minute ago', tried(9, 29_999), 'busy'],
    ['an attempt half a minute ago', tried(9, 30_000), ''],
  ])('prevents a treasurer’s report of failure while it may be in flight: %s (%s)', (_, world, code) => {
    expect(refused(FAILED, world)).toBe(code);
    // A payment can always be reported as paid, and the provider can always report the failure of its own payments.
    expect(refused(PAID, world)).toBe('');
    expect(refused(FAILED, world, { operator: provider })).toBe('');
  });

  it('is followed by a pause of a minute, which doubles with each attempt up to about an hour', () => {
    expect([1, 2, 3, 7, 8, 1000].map((attempts) => pauseAfter(attempts) / 60_000)).toEqual([
      1, 2, 4, 64, 64, 64,
    ]);
    expect(mayBeTrying(tried(2, 1).payout, WALL)).toBe(true);
  });
});

test('parses a payment’s key into its withdrawal, and rejects malformed keys', () => {
  expect(readPayoutKey(payoutKey({ book: BOOK, id: 9n }))).toEqual({ book: BOOK, id: 9n });
  for (const wrong of ['', 'w-1', 'w-1-2-3', 'w--1', 'w-1-x', 'W-1-2', 'w-1-2\n', `w-1-${'9'.repeat(19)}`]) {
    expect(readPayoutKey(wrong), wrong).toBeUndefined();
  }
});

describe('the failure of a large withdrawal', () => {
  const large = { rows: [{ ...withdrawalRow(), ...waiting.rows[0], needsSecond: true, secondBy: 'ada' }] };
  const by = (person: string) => ({
    failing: { book: BOOK, id: 9n, by: person.toLowerCase(), person, saidMs: WALL - 1 },
  });

  test('needs reports by two operators without a conflict of interest, or one by the provider', () => {
    const first = done(FAILED, large);
    expect([first.journals ?? [], first.puts?.length]).toEqual([[], 1]);
    expect(refused(FAILED, { ...large, ...by('Theo') })).toBe('second_person_needed');
    expect(done(FAILED, { ...large, ...by('Ada') }).journals).toHaveLength(1);
    expect(done(FAILED, { ...large, ...by('Ada'), tied: ['Ada'] }).journals ?? []).toEqual([]);
    expect(done(FAILED, large, { operator: provider }).journals).toHaveLength(1);
  });
});
