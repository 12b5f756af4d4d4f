/** The options ticket with several markets and wallets. */
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OptionFacts } from './option-draft.ts';
import { emptyDraft, readOption, refusedProblem, termsOf, withStake } from './option-draft.ts';

const facts: OptionFacts = {
  symbol: 'BTC/USDT',
  durations: OPTION_DURATIONS,
  payables: [
    { currency: 'USDT', available: '200', min: '10', max: '5000' },
    { currency: 'BTC', available: '0.002', min: '0.00015564', max: '0.0778' },
    { currency: 'ETH', available: '1', min: null, max: null },
    { currency: 'EXPERIENCE', available: '5', min: '10', max: '5000' },
  ],
  closed: undefined,
};
const draft = (currency: string, stake: string, seconds = '60') => ({
  ...emptyDraft,
  currency,
  seconds,
  [`stake${currency}`]: stake,
});

test('computes payout, profit and break-even rate for 25 USDT over a minute', () => {
  const view = readOption(draft('USDT', '25'), facts);
  const { figures, request, breakEven, evenOddsCost } = view;
  expect([figures?.profit, figures?.payout].map((value) => formatAmount(value ?? 0n))).toEqual([
    '20.5',
    '45.5',
  ]);
  expect([breakEven, evenOddsCost].map(formatAmount)).toEqual(['0.54945055', '0.09']);
  expect(request?.('down')).toEqual({
    symbol: 'BTC/USDT',
    side: 'down',
    seconds: 60,
    stake: '25',
    currency: 'USDT',
    payout_ratio: '0.82',
  });
});

test.each([
  ['USDT', '', 'stake_missing'],
  ['USDT', '0.', 'stake_missing'],
  ['USDT', '9.99', 'stake_below_minimum'],
  ['USDT', '10', undefined],
  ['USDT', '200', undefined],
  ['USDT', '200.01', 'option_balance_insufficient'],
  ['USDT', '5000.01', 'stake_above_maximum'],
  ['BTC', '0.00015563', 'stake_below_minimum'],
  ['BTC', '0.0016', undefined],
  // The coin's price is unknown, so only the server can check the stake.
  ['ETH', '0.00000001', undefined],
  ['EXPERIENCE', '10', 'credit_insufficient'],
] as const)('accepts a stake in %s of "%s" or reports its problem: %s', (currency, stake, code) => {
  const view = readOption(draft(currency, stake), facts);
  expect(view.problem?.code).toBe(code);
  expect(view.request === undefined).toBe(code !== undefined);
});

test('reports a closed market before any other problem', () => {
  const view = readOption(draft('USDT', ''), { ...facts, closed: 'market_closed' });
  expect(view.problem).toEqual({ field: undefined, code: 'market_closed', params: {} });
});

test("computes a visitor's payout without checking limits", () => {
  const view = readOption(draft('BTC', '3'), { ...facts, payables: undefined });
  expect(view.currency).toBe('BTC');
  expect(view.problem).toBeUndefined();
});

test('replaces a stored choice that is no longer offered', () => {
  const view = readOption(draft('DOGE', '5', '45'), facts);
  expect([view.seconds, view.currency]).toEqual([30, 'USDT']);
});

test('keeps a separate stake for each currency', () => {
  const typed = { ...emptyDraft, ...withStake('USDT', '25'), currency: 'BTC' };
  expect(readOption(typed, facts).problem?.code).toBe('stake_missing');
  expect(formatAmount(readOption({ ...typed, currency: 'USDT' }, facts).figures?.stake ?? 0n)).toBe('25');
});

test('computes no loss at the break-even win rate, and a loss slightly below it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...OPTION_DURATIONS), (duration) => {
      const { breakEven, payoutRatio } = termsOf(duration);
      const net = (rate: bigint) => rate * payoutRatio - (ONE - rate) * ONE;
      expect(net(breakEven)).toBeGreaterThanOrEqual(0n);
      expect(net(breakEven - 1n)).toBeLessThan(0n);
    }),
  );
});

test('computes the cost at even odds as the average loss of a ticket', () => {
  const { evenOddsCost } = termsOf({ seconds: 30, payoutRatio: amount('0.8') });
  // Of two tickets, one wins 0.8 of a stake and one loses a full stake.
  expect(formatAmount(evenOddsCost)).toBe('0.1');
});

test.each([
  ['session_ends_first', {}, 'seconds'],
  ['exposure_full', {}, 'stake'],
  ['parameter_wrong', { field: 'currency' }, 'currency'],
  ['tickets_too_many', {}, undefined],
] as const)('assigns the refusal %s with the params %o to the field %s', (error, params, field) => {
  expect(refusedProblem({ error, params }).field).toBe(field);
});
