/** The market list: tabs, search and sorting. */
import { expect, test } from 'vitest';
import type { Quotation } from '../../live/quotes.ts';
import { nextSort, rowsOf, sortRows } from './market-rows.ts';
import type { Sort, SortColumn } from './market-rows.ts';

const row = (symbol: string, kind: Quotation['kind'], figures: Partial<Quotation> = {}): Quotation => ({
  symbol,
  kind,
  base: symbol.split('/')[0] ?? '',
  quote: symbol.split('/')[1] ?? '',
  bid: '1',
  ask: '1',
  last: '1',
  change_24h: '0',
  high_24h: '1',
  low_24h: '1',
  volume_24h: '0',
  open: true,
  closed_because: null,
  reopens_at: null,
  offered: true,
  tape_seq: 1,
  time: 1,
  spot: kind === 'crypto',
  tick_size: '0.01',
  quantity_step: '0.01',
  quantity_min: '0.01',
  quantity_max: '100',
  spot_fee_rate: '0.001',
  spark: [],
  ...figures,
});
const rows = [
  row('BTC/USDT', 'crypto', { last: '61000', change_24h: '1.5', volume_24h: '10' }),
  row('ETH/USDT', 'crypto', { last: '3000', change_24h: '-2', volume_24h: '500' }),
  row('DOGE/USDT', 'crypto', { last: '0.12', change_24h: '10', volume_24h: '1000' }),
  row('EUR/USD', 'forex', { last: '1.09', change_24h: '-0.2', open: false }),
  row('XAU/USD', 'metal', { last: '2400', change_24h: '0' }),
];
const names = (found: readonly Quotation[]) => found.map((found_) => found_.base).join(' ');

test.each([
  ['crypto', '', 'BTC ETH DOGE'],
  ['forex', '', 'EUR'],
  ['metal', '', 'XAU'],
  ['favourites', '', 'ETH XAU'],
  ['metal', 'btc', 'BTC'],
  ['favourites', 'usdt', 'BTC ETH DOGE'],
  ['crypto', ' eur/usd ', 'EUR'],
  ['crypto', 'eurusd', ''],
  ['crypto', 'u b', 'BTC'],
] as const)('returns the instruments of the tab %s that match the search "%s"', (tab, search, expected) => {
  expect(names(rowsOf(rows, { tab, search, favourites: ['ETH/USDT', 'XAU/USD'] }))).toBe(expected);
});

test.each([
  [undefined, 'BTC ETH DOGE EUR XAU'],
  [{ column: 'name', descending: false }, 'BTC DOGE ETH EUR XAU'],
  [{ column: 'price', descending: true }, 'BTC ETH XAU EUR DOGE'],
  [{ column: 'change', descending: false }, 'ETH EUR XAU BTC DOGE'],
  [{ column: 'volume', descending: true }, 'ETH BTC DOGE EUR XAU'],
] as readonly [Sort | undefined, string][])('sorts the rows by %o', (sort, expected) => {
  expect(names(sortRows(rows, sort))).toBe(expected);
});

test.each([
  ['price', undefined, { column: 'price', descending: true }],
  ['price', { column: 'price', descending: true }, { column: 'price', descending: false }],
  ['price', { column: 'price', descending: false }, undefined],
  ['name', undefined, { column: 'name', descending: false }],
  ['name', { column: 'name', descending: false }, { column: 'name', descending: true }],
  ['change', { column: 'price', descending: false }, { column: 'change', descending: true }],
] as readonly [SortColumn, Sort | undefined, Sort | undefined][])(
  'returns the next sort after a tap on the column %s with the sort %o',
  (column, sort, expected) => {
    expect(nextSort(sort, column)).toEqual(expected);
  },
);
