/** The value of a position at a quote and the result of a trade, compared with figures computed by hand. */
import { expect, test } from 'vitest';
import { toyPosition } from '../live/testing/toy-position.ts';
import { centsDown, figuresOf, healthPercent, percentOf, resultOf } from './position-figures.ts';
import { coinTerms, lotTerms } from './testing/toy-terms.ts';

test('values a long at the bid: half a coin, up by 600, gains 300 on a margin of 1,500', () => {
  expect(figuresOf(coinTerms, toyPosition(), { bid: '60600', ask: '60610' })).toEqual({
    mark: '60600',
    profit: '300',
    profitPercent: '20',
    health: 120,
    bar: 100,
  });
});

test('values a short at the ask, and subtracts financing from its health', () => {
  const short = toyPosition({ side: 'short', financing: '75' });
  const figures = figuresOf(coinTerms, short, { bid: '60590', ask: '60600' });
  // 1,500 − 300 − 75 is 1,125: 75% of the initial margin, half way to liquidation at 50%.
  expect(figures).toEqual({ mark: '60600', profit: '-300', profitPercent: '-20', health: 75, bar: 50 });
});

test('returns a lower percentage and a higher health after added margin, and an empty bar beyond liquidation', () => {
  const added = figuresOf(coinTerms, toyPosition({ margin: '3000' }), { bid: '60600', ask: '60610' });
  expect([added.profitPercent, added.health, added.bar]).toEqual(['10', 220, 100]);
  const fallen = figuresOf(coinTerms, toyPosition(), { bid: '56000', ask: '56010' });
  expect([fallen.profit, fallen.health, fallen.bar]).toEqual(['-2000', -34, 0]);
});

test('converts the profit of a position in lots at the rate of the quote currency', () => {
  const lots = toyPosition({ symbol: 'USD/JPY', entry_price: '150', open_quantity: '0.1', rate: '0.0066' });
  // A tenth of a lot is 10,000 dollars. A gain of 0.5 yen on each is 5,000 yen, at 0.0066 USDT.
  expect(figuresOf(lotTerms, lots, { bid: '150.5', ask: '150.52' }).profit).toBe('33');
});

test.each([
  [0n, 0],
  [50_000_000n, 50],
  [50_999_999n, 50],
  [-1n, -1],
  [-33_333_333n, -34],
])('rounds a health of %s down to %s%%', (health, percent) => expect(healthPercent(health)).toBe(percent));

test.each([
  ['1.239', '1.23'],
  ['-1.231', '-1.24'],
  ['-1.23', '-1.23'],
  ['-0.00000001', '-0.01'],
  ['0', '0'],
])('rounds %s down to the cent: %s', (exact, shown) => expect(centsDown(exact)).toBe(shown));

test('returns zero per cent if the whole is zero', () => expect(percentOf(5n, 0n)).toBe('0'));

const close = {
  quantity: '0.25',
  price: '61000',
  tape_seq: 50,
  rate: '1',
  pnl: '250',
  fee: '7.625',
  financing: '1.5',
  shortfall: '0',
  reason: 'customer',
  time: 1_700_000_100,
  time_ms: 1_700_000_100_000,
  rate_seq: null,
} as const;

test('computes the result of a trade as the profit of its closes minus all fees and financing', () => {
  const closed = toyPosition({
    status: 'closed',
    realised_pnl: '500',
    closes: [close, { ...close, tape_seq: 51 }],
  });
  const fees = '30.25';
  expect(resultOf(closed)).toEqual({
    profit: '500',
    fees,
    financing: '3',
    shortfall: '0',
    covers: '0',
    covered: '0',
    owed: '0',
    net: '466.75',
  });
});

test("excludes a loss covered by Candor from the customer's result", () => {
  const gap = { ...close, quantity: '0.5', pnl: '-2500', fee: '10', financing: '0', shortfall: '1010' };
  const closed = toyPosition({ status: 'closed', realised_pnl: '-2500', closes: [gap] });
  // The customer loses only the margin of 1,500 and the opening fee of 15.
  expect(resultOf(closed).net).toBe('-1515');
});

test('returns a result and a cost of zero for an unfilled order', () => {
  const cancelled = toyPosition({ status: 'cancelled', entry_price: null, fee: '15' });
  expect(resultOf(cancelled)).toMatchObject({ fees: '0', net: '0' });
});
