import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import {
  breakEvenRate,
  isInGap,
  OPTION_DURATIONS,
  OPTION_STAKE_MAX_USDT,
  OPTION_STAKE_MIN_USDT,
  OPTION_TERMS,
  optionExpiryMs,
  optionPnl,
  optionProfit,
  stakeBounds,
  stakeWorth,
} from './option.ts';
import type { OptionEntry, OptionResult } from './option.ts';
import { optionResult } from './testing/option-result.ts';

const at = (seq: number, timeMs: number, last: string, gap?: true): OptionEntry => ({
  seq: BigInt(seq),
  timeMs,
  last: amount(last),
  ...(gap === undefined ? {} : { gap }),
});

describe('the figures of a ticket', () => {
  test.each([
    ['10', '0.8', '8'],
    ['10.00000001', '0.8', '8'],
    ['0.00015', '0.82', '0.000123'],
    ['0.00000001', '0.88', '0'],
    ['5000', '0.88', '4400'],
  ])('computes the profit of a stake of %s at a payout ratio of %s as %s', (stake, ratio, profit) => {
    expect(formatAmount(optionProfit(amount(stake), amount(ratio)))).toBe(profit);
  });

  test.each([
    ['0.8', '0.55555556'],
    ['0.82', '0.54945055'],
    ['0.85', '0.54054055'],
    ['0.88', '0.53191490'],
    ['1', '0.5'],
  ])('computes the break-even win rate at a payout ratio of %s as %s', (ratio, rate) => {
    expect(breakEvenRate(amount(ratio))).toBe(amount(rate));
  });

  test('keeps every default payout ratio below 1 and its break-even win rate above one half', () => {
    for (const { payoutRatio } of OPTION_DURATIONS) {
      expect(payoutRatio).toBeLessThan(ONE);
      expect(breakEvenRate(payoutRatio)).toBeGreaterThan(ONE / 2n);
    }
  });
});

test('expires a ticket when its duration has passed since the start of the second of acceptance', () => {
  expect(optionExpiryMs(1_700_000_000_000, 30)).toBe(1_700_000_030_000);
  expect(optionExpiryMs(1_700_000_000_999, 30)).toBe(1_700_000_030_000);
  expect(optionExpiryMs(1_700_000_001_000, 30)).toBe(1_700_000_031_000);
});

test('accepts the minimum and maximum stake', () => {
  fc.assert(
    fc.property(fc.bigInt(1_000n, 90_000_000n * ONE), (bid) => {
      const { min, max } = stakeBounds(bid, OPTION_TERMS);
      expect(stakeWorth(min, bid)).toBeGreaterThanOrEqual(OPTION_STAKE_MIN_USDT);
      expect(stakeWorth(min - 1n, bid)).toBeLessThan(OPTION_STAKE_MIN_USDT);
      expect(stakeWorth(max, bid)).toBeLessThanOrEqual(OPTION_STAKE_MAX_USDT);
    }),
  );
});

describe('gaps', () => {
  test.each([
    ['no gap between quotes, however far apart', at(1, 1000, '5'), at(2, 400_000, '5'), false],
    ['a gap entry before the instant', at(1, 1000, '5', true), at(2, 1001, '5'), true],
    ['a gap entry after the instant', at(1, 1000, '5'), at(2, 1001, '5', true), true],
  ])('recognises a gap only by a gap entry: %s', (_, before, after, gap) =>
    expect(isInGap(before, after)).toBe(gap),
  );
});

const accepted = at(6, 9_900, '100');
const strike = at(7, 10_200, '100');
const after = at(41, 40_400, '999');

const RESULTS: readonly [string, OptionEntry, OptionResult['status'], OptionResult['status']][] = [
  ['a price a tick above the strike', at(40, 39_900, '100.01'), 'won', 'lost'],
  ['a price a tick below the strike', at(40, 39_900, '99.99'), 'lost', 'won'],
  ['a price equal to the strike', at(40, 39_900, '100'), 'tied', 'tied'],
  // With the next entry 3,000 ms later, the last entry before expiry decides; with the next entry 3,001 ms later, the next one
  // does.
  ['a price three seconds old', at(40, 37_400, '99'), 'lost', 'won'],
  ['a price more than three seconds old', at(40, 37_399, '99'), 'won', 'lost'],
  ['a gap entry at expiry', at(40, 39_900, '101', true), 'void', 'void'],
];

describe('results', () => {
  test.each(RESULTS)('returns the results of an up and a down ticket given %s', (_, settle, up, down) => {
    const entries = { accepted, strike, settle, after };
    expect(optionResult('up', entries).status).toBe(up);
    expect(optionResult('down', entries).status).toBe(down);
  });

  test('voids a ticket without a price after acceptance, regardless of the price at expiry', () => {
    const settle = at(40, 39_900, '101');
    const gapEntry = at(7, 10_200, '100', true);
    const result = optionResult('up', { accepted, strike: gapEntry, settle, after });
    expect(result).toEqual({ status: 'void', reason: 'gap_strike' });
    // A strike before expiry is valid, however late it is.
    const late = at(7, 25_000, '100');
    expect(optionResult('up', { accepted, strike: late, settle, after }).status).toBe('won');
  });

  test('voids a ticket whose strike entry comes after expiry', () => {
    const result = optionResult('up', { accepted, strike, settle: accepted, after: strike });
    expect(result).toEqual({ status: 'void', reason: 'gap_strike' });
  });

  test('returns the profit or loss of a ticket', () => {
    const money = { stake: amount('10'), profit: amount('8') };
    const made = (['won', 'lost', 'tied', 'void'] as const).map((status) => optionPnl(status, money));
    expect(made).toEqual([amount('8'), amount('-10'), 0n, 0n]);
  });
});
