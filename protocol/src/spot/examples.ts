/** Examples of orders, for the API reference. */
import type { CallReference } from '../reference.ts';

const LIMIT_BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.002', price: '50000' };
const SELL = { symbol: 'BTC/USDT', side: 'sell', quantity: '0.002' };

export const orderExamples: NonNullable<CallReference['examples']> = {
  market: {
    summary: 'Buy for 100 USDT at market',
    value: { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '100' },
  },
  limit: { summary: 'Limit order', value: LIMIT_BUY },
  good_till: {
    summary: 'Limit order with an expiry and your own name',
    value: { ...LIMIT_BUY, time_in_force: 'GTD', expires_at: 1_764_399_600_000, client_order_id: 'rung-7' },
  },
  stop: { summary: 'Stop order', value: { ...SELL, type: 'stop', stop_price: '88000' } },
  stop_limit: {
    summary: 'Stop-limit order',
    value: { ...SELL, type: 'stop_limit', stop_price: '88000', price: '87900' },
  },
  oco: {
    summary: 'OCO: take profit or stop',
    value: { ...SELL, type: 'oco', price: '99000', stop_price: '88000' },
  },
  coin_to_coin: { summary: 'Coin to coin', value: { from: 'ETH', to: 'BTC', amount: '0.5' } },
};
