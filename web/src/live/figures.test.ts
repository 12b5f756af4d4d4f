/** The day's change and range, updated with the latest tick. */
import { expect, test } from 'vitest';
import { liveFigures, movedChange } from './figures.ts';
import type { Quotation } from './quotes.ts';

test.each([
  ['no movement', '1.25', '100', '100', '1.25'],
  ['up one per cent from flat', '0', '100', '101', '1'],
  ['down one per cent from flat', '0', '100', '99', '-1'],
  ['back to the day before', '25', '125', '100', '0'],
  ['from minus fifty to flat', '-50', '50', '100', '0'],
  ['rounding to two decimals', '0', '3', '3.0001', '0'],
  ['rounding a half away from zero', '0', '20000', '20001', '0.01'],
  ['rounding a negative half away from zero', '0', '20000', '19999', '-0.01'],
  ['a price of zero, which keeps the change', '5', '0', '1', '5'],
])("computes the day's change: %s", (_name, changeThen, lastThen, lastNow, expected) => {
  expect(movedChange(changeThen, lastThen, lastNow)).toBe(expected);
});

const row: Quotation = {
  symbol: 'BTC/USDT',
  kind: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  bid: '99.9',
  ask: '100.1',
  last: '100',
  change_24h: '0',
  high_24h: '110',
  low_24h: '95',
  volume_24h: '12',
  open: true,
  closed_because: null,
  reopens_at: null,
  offered: true,
  tape_seq: 10,
  time: 1,
  spot: true,
  tick_size: '0.01',
  quantity_step: '0.00001',
  quantity_min: '0.0001',
  quantity_max: '100',
  spot_fee_rate: '0.001',
  spark: [],
};
const tick = (last: string, seq: number) => ({
  symbol: 'BTC/USDT',
  bid: last,
  ask: last,
  last,
  seq,
  timeMs: 0,
  open: true,
});

test.each([
  ['no tick', undefined, '100', '0', '110', '95'],
  ['an older tick', tick('90', 9), '100', '0', '110', '95'],
  ['a new high', tick('120', 11), '120', '20', '120', '95'],
  ['a new low', tick('80', 11), '80', '-20', '110', '80'],
])("updates the day's figures with %s", (_name, live, last, change, high, low) => {
  expect(liveFigures(row, live)).toMatchObject({ last, change, high, low });
});
