/** A customer's results, computed from the database's daily sums. */
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { resultsView } from './results.ts';
import type { DayResult } from './store.ts';

type Figures = Partial<Record<'won' | 'lost' | 'tied' | 'void', number>> &
  Partial<Record<'staked' | 'net' | 'netUsdt' | 'stakes' | 'profits', string>>;

function result(day: string, currency: string, figures: Figures): DayResult {
  const count = { won: 0, lost: 0, tied: 0, void: 0 };
  const { staked = '0', net = '0', netUsdt = net, stakes = staked, profits = '0', ...counts } = figures;
  const isCredit = currency === 'EXPERIENCE';
  return {
    day,
    currency: isCredit ? 'USDT' : currency,
    source: isCredit ? 'promo' : 'option',
    ...count,
    ...counts,
    staked: amount(staked),
    net: amount(net),
    netUsdt: amount(netUsdt),
    decidedStakesUsdt: amount(stakes),
    decidedProfitsUsdt: amount(profits),
  };
}

const allOf = (figures: Figures) => resultsView([result('2023-11-15', 'USDT', figures)]).all;

test('returns no win rate before the first ticket closes', () => {
  expect(resultsView([])).toEqual({
    currencies: [],
    all: { won: 0, lost: 0, tied: 0, void: 0, win_rate: null, break_even_rate: null, net_usdt: '0' },
    days: [],
  });
});

describe('the win rate and the break-even rate', () => {
  const rates: [what: string, figures: Figures, winRate: string | null, breakEven: string | null][] = [
    ['one win', { won: 1, staked: '100', profits: '80' }, '1', '0.55555556'],
    ['one loss', { lost: 1, staked: '100', profits: '80' }, '0', '0.55555556'],
    [
      'one win and two losses, rounded down',
      { won: 1, lost: 2, staked: '30', profits: '24' },
      '0.33333333',
      '0.55555556',
    ],
    [
      'two thirds, rounded down',
      { won: 2, lost: 1, staked: '30', profits: '24' },
      '0.66666666',
      '0.55555556',
    ],
    [
      'ties and voids, which decide nothing',
      { won: 1, lost: 1, tied: 5, void: 7, staked: '20', profits: '16' },
      '0.5',
      '0.55555556',
    ],
    ['only ties and voids, which give no rate', { tied: 2, void: 1, staked: '30', stakes: '0' }, null, null],
    // The profits are 10 × 0.8 + 30 × 0.88 = 34.4, so the break-even rate is 40 ÷ 74.4.
    [
      'two payouts, weighted by their stakes',
      { won: 1, lost: 1, staked: '40', profits: '34.4' },
      '0.5',
      '0.53763441',
    ],
    ['the published rate of five minutes', { won: 3, staked: '100', profits: '88' }, '1', '0.53191490'],
  ];
  test.each(rates)('are computed for %s', (_, figures, winRate, breakEven) => {
    const { win_rate: rate, break_even_rate: even } = allOf(figures);
    expect([rate, even]).toEqual([winRate, breakEven === null ? null : breakEven.replace(/0+$/u, '')]);
  });
});

test('sums the days separately for each currency, and separately for credit and money', () => {
  const view = resultsView([
    result('2023-11-16', 'BTC', {
      won: 1,
      staked: '0.01',
      net: '0.008',
      netUsdt: '160',
      stakes: '200',
      profits: '160',
    }),
    result('2023-11-16', 'USDT', {
      lost: 2,
      tied: 1,
      staked: '300',
      net: '-200',
      stakes: '200',
      profits: '160',
    }),
    result('2023-11-15', 'USDT', { won: 1, void: 1, staked: '150', net: '80', stakes: '100', profits: '80' }),
    result('2023-11-15', 'EXPERIENCE', { lost: 1, staked: '20', net: '-20', stakes: '20', profits: '16' }),
  ]);
  expect(view.currencies).toEqual([
    { currency: 'BTC', tickets: 1, won: 1, lost: 0, tied: 0, void: 0, staked: '0.01', net: '0.008' },
    { currency: 'USDT', tickets: 5, won: 1, lost: 2, tied: 1, void: 1, staked: '450', net: '-120' },
    { currency: 'EXPERIENCE', tickets: 1, won: 0, lost: 1, tied: 0, void: 0, staked: '20', net: '-20' },
  ]);
  // The decided tickets had stakes of 520 and possible profits of 416, so the break-even rate is 520 ÷ 936.
  expect(view.all).toEqual({
    ...{ won: 2, lost: 3, tied: 1, void: 1 },
    ...{ win_rate: '0.4', break_even_rate: '0.55555556', net_usdt: '20' },
  });
  expect(view.days).toEqual([
    { day: '2023-11-16', won: 1, lost: 2, net_usdt: '-40' },
    { day: '2023-11-15', won: 1, lost: 1, net_usdt: '60' },
  ]);
});
