/** The chart lines of positions and open orders. */
import { expect, test } from 'vitest';
import type { Position } from '../../live/position-list.ts';
import { positionLines } from './position-lines.ts';

const position = (fields: Partial<Position>): Position => ({
  id: '7',
  product: 'contract',
  symbol: 'BTC/USDT',
  side: 'long',
  type: 'market',
  status: 'open',
  reason: null,
  quantity: '0.1',
  open_quantity: '0.1',
  closing_quantity: null,
  leverage: 10,
  collateral: 'contract',
  fee_rate: '0.0005',
  financing_rate: '0.0001',
  price: null,
  cancel_asked_time: null,
  change: null,
  entry_price: '60000',
  entry_seq: 1,
  entry_time: 1,
  entry_time_ms: 1000,
  contract_size: '1',
  placed_rate: '1',
  placed_rate_seq: null,
  entry_rate: '1',
  entry_rate_seq: null,
  nights: [],
  rate: '1',
  rate_seq: null,
  margin: '600',
  initial_margin: '600',
  fee: '3',
  financing: '0',
  take_profit: null,
  stop_loss: null,
  profit_lock: null,
  trailing: null,
  liquidation_price: '57000',
  realised_pnl: '0',
  close_price: null,
  closes: [],
  warned: 0,
  created_time: 1,
  closed_time: null,
  ...fields,
});

const drawn = (...positions: Position[]) => positionLines(positions).map(({ id, price }) => `${id} ${price}`);

test('returns lines for the levels and the liquidation price of an open position', () => {
  expect(drawn(position({}))).toEqual(['7 entry 60000', '7 closeOut 57000']);
  expect(drawn(position({ take_profit: '66000', stop_loss: '58000', liquidation_price: null }))).toEqual([
    '7 entry 60000',
    '7 takeProfit 66000',
    '7 stopLoss 58000',
  ]);
  expect(drawn(position({ profit_lock: '61000' }))).toContain('7 profitLock 61000');
});

test('returns lines for the limit and the levels of an open order, without a liquidation price', () => {
  const order = position({ status: 'pending', price: '55000', entry_price: null, stop_loss: '54000' });
  expect(drawn(order)).toEqual(['7 order 55000', '7 stopLoss 54000']);
});
