/** The draft of a recurring buy. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { boughtFor, draftOf, emptyDraft, firstOf, scheduleOf } from './plan-draft.ts';

const instrument: Instrument = {
  ...{ symbol: 'BTC/USDT', kind: 'crypto', base: 'BTC', quote: 'USDT', spot: true, calendar: 'always' },
  tickSize: amount('0.01'),
  quantityStep: amount('0.0001'),
  quantityMin: amount('0.0001'),
  quantityMax: amount('1'),
  spotFeeRate: amount('0.001'),
};
const at = { instrument, ask: '60000' };

describe('plan amount reader', () => {
  test.each([
    ['', { code: 'missing' }],
    ['0', { code: 'missing' }],
    ['5', { code: 'small', min: '6.006' }],
    ['6.006', { quantity: '0.0001' }],
    ['50.', { quantity: '0.0008' }],
    ['100000', { code: 'large' }],
  ])('returns the quantity bought for "%s" USDT at 60,000, or the problem', (typed, outcome) => {
    expect(boughtFor(typed, at)).toEqual(outcome);
  });
});

describe('plan schedule', () => {
  const now = Date.parse('2026-11-27T10:00:00Z');
  test.each([
    [{ every: 'day' }, '2026-11-28T09:00'],
    [{ every: 'week', weekday: '1' }, '2026-11-30T09:00'],
    [{ every: 'month', monthDay: '31' }, '2026-11-30T09:00'],
    [{ every: 'week', weekday: '1', firstDay: '2026-12-01' }, '2026-12-07T09:00'],
    [{ every: 'day', hour: '23', firstDay: '2026-11-27' }, '2026-11-27T23:00'],
  ])('computes the first due date of %o as %s', (change, due) => {
    expect(new Date(firstOf({ ...emptyDraft, ...change }, now)).toISOString().slice(0, 16)).toBe(due);
  });

  test.each([
    { every: 'day', on_day: 0, hour: 7 },
    { every: 'week', on_day: 5, hour: 0 },
    { every: 'month', on_day: 31, hour: 23 },
  ] as const)('keeps the schedule of an existing plan in its draft: %o', (plan) => {
    const draft = draftOf({ symbol: 'BTC/USDT', amount: '50', ...plan });
    expect(scheduleOf(draft)).toEqual({ every: plan.every, onDay: plan.on_day, hour: plan.hour });
  });
});
