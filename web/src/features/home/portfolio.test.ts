/** The value of a customer's holdings. */
import { expect, test } from 'vitest';
import { holdingsOf } from '../../lib/holdings.ts';
import type { Quotation } from '../../live/quotes.ts';
import { heldRows, portfolioOf, rowsNow, runningOf } from './portfolio.ts';

const row = (base: string, figures: Pick<Quotation, 'bid' | 'last' | 'change_24h' | 'spark'>): Quotation => ({
  symbol: `${base}/USDT`,
  kind: 'crypto',
  base,
  quote: 'USDT',
  ask: figures.last,
  high_24h: figures.last,
  low_24h: figures.last,
  volume_24h: '0',
  open: true,
  closed_because: null,
  reopens_at: null,
  offered: true,
  tape_seq: 1,
  time: 1,
  spot: true,
  tick_size: '0.01',
  quantity_step: '0.01',
  quantity_min: '0.01',
  quantity_max: '100',
  spot_fee_rate: '0.001',
  ...figures,
});
const rows = [
  row('BTC', { bid: '99', last: '100', change_24h: '25', spark: ['80', '90', '100'] }),
  row('ETH', { bid: '9', last: '10', change_24h: '-50', spark: ['15', '20', '15', '10'] }),
];
const none = { available: '0', frozen: '0' };
const wallet = (currency: string, available: string, frozen = '0', value_usdt = '0') => ({
  currency,
  spot: { available, frozen },
  contract: none,
  option: none,
  value_usdt,
});

test.each([
  ['nothing', [], '0', undefined, []],
  ['cash only', [wallet('USDT', '70', '30')], '100', undefined, []],
  [
    'a coin with its frozen part',
    [wallet('BTC', '1', '1')],
    '198',
    { change: '40', percent: '25' },
    ['160', '180', '200'],
  ],
  [
    'coins of different lines and cash',
    [wallet('BTC', '1'), wallet('ETH', '1'), wallet('USDT', '5')],
    '113',
    { change: '10', percent: '10' },
    ['105', '110', '115'],
  ],
  [
    'a coin without a quote, at the value from the server',
    [wallet('XYZ', '1', '0', '12.5')],
    '12.5',
    undefined,
    [],
  ],
  ['an empty wallet', [wallet('BTC', '0'), wallet('USDT', '1')], '1', undefined, []],
] as const)('computes the value of holdings: %s', (_name, wallets, total, day, line) => {
  expect(portfolioOf(wallets, { rows, openProfit: '0' })).toEqual({ total, day, line });
});

test('excludes promotional credit from the value', () => {
  const promoted = { ...wallet('USDT', '10'), experience: { available: '100', frozen: '0' } };
  expect(portfolioOf([promoted], { rows: [], openProfit: '0' }).total).toBe('10');
});

test('updates the quotations of held coins from their ticks, and ignores other ticks', () => {
  const wallets = [wallet('BTC', '2'), wallet('ETH', '0'), wallet('USDT', '5')];
  const held = heldRows(wallets, rows);
  expect(held.map(({ symbol }) => symbol)).toEqual(['BTC/USDT']);
  const tick = { symbol: 'BTC/USDT', bid: '198', ask: '201', last: '200', seq: 2, timeMs: 0, open: true };
  const moved = portfolioOf(wallets, { rows: rowsNow(held, [tick]), openProfit: '0' });
  expect(moved).toMatchObject({ total: '401', day: { change: '240', percent: '150' } });
  expect(portfolioOf(wallets, { rows: rowsNow(held, [undefined]), openProfit: '0' }).total).toBe('203');
});

test.each([
  ['the fund’s principal', '0', '1010'],
  ['an open profit', '12.5', '1022.5'],
  ['an open loss', '-1500', '-490'],
])('includes %s in the total, as on Account and Wallet', (_name, openProfit, total) => {
  const invested = { ...wallet('USDT', '10'), fund: { available: '0', frozen: '1000' } };
  expect(portfolioOf([invested], { rows, openProfit }).total).toBe(total);
  expect(holdingsOf([invested], { rows, openProfit })).toMatchObject({ total, available: '10' });
});

const usdt = wallet('USDT', '10');
test.each([
  ['cash only', usdt, 0, undefined],
  ['a position', usdt, 1, { profit: '-2.5', parts: [] }],
  [
    'a fund order',
    { ...usdt, fund: { available: '0', frozen: '500' } },
    0,
    { profit: undefined, parts: [{ account: 'fund', value: '500' }] },
  ],
  [
    'a running option and a position',
    { ...usdt, option: { available: '9', frozen: '5' } },
    2,
    { profit: '-2.5', parts: [{ account: 'option', value: '5' }] },
  ],
] as const)(
  'returns the running products of a customer without coins: %s',
  (_what, held, positions, running) => {
    expect(runningOf([held], { openProfit: positions === 0 ? '0' : '-2.5', positions })).toEqual(running);
  },
);
