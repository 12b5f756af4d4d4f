/** Tables of the translations: filters, refusals, orders, stream names, weights and signed texts. */
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { expect, test } from 'vitest';
import { cancelledView, orderView, placedView, statusOf, tradeView } from './account-view.ts';
import type { Order } from './account-view.ts';
import { filtersOf, violatedFilter } from './filters.ts';
import { listOfRow, listView, rowOf, shownOf } from './order-lists.ts';
import { failureOf } from './refusals.ts';
import { signedText } from './signed.ts';
import { readStreamName } from './stream-names.ts';
import { depthEvent } from './stream-payloads.ts';
import { OrderCount, Weights } from './weights.ts';

const btc = instruments.get('BTC/USDT');
if (btc === undefined) throw new Error('expected BTC/USDT');

test.each([
  ['0.001', '64000.01', undefined],
  ['0.00009', undefined, 'LOT_SIZE'],
  ['100.00001', undefined, 'LOT_SIZE'],
  ['0.000105', undefined, 'LOT_SIZE'],
  ['0.001', '64000.001', 'PRICE_FILTER'],
  ['0.001', '0', 'PRICE_FILTER'],
])('returns the filter that a quantity of %s at %s violates: %s', (quantity, price, filter) => {
  const sized = { quantity: amount(quantity), price: price === undefined ? undefined : amount(price) };
  expect(violatedFilter(btc, sized)).toBe(filter);
});

test('lists the limits of the terms as filters', () => {
  expect(filtersOf(btc)).toMatchObject([
    { filterType: 'PRICE_FILTER', tickSize: '0.01000000' },
    { filterType: 'LOT_SIZE', minQty: '0.00010000', maxQty: '100.00000000', stepSize: '0.00001000' },
    { filterType: 'MARKET_LOT_SIZE' },
    { filterType: 'NOTIONAL', minNotional: '0.00000000' },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 5000 },
    { filterType: 'MAX_NUM_ALGO_ORDERS' },
  ]);
});

test.each([
  ['balance_insufficient', -2010, 'Account has insufficient balance for requested action.'],
  ['quantity_off_step', -1013, 'Filter failure: LOT_SIZE'],
  ['price_off_tick', -1013, 'Filter failure: PRICE_FILTER'],
  ['pair_not_found', -1121, 'Invalid symbol.'],
  ['trading_closed', -1013, 'Market is closed.'],
  ['trade_not_found', -2011, 'Unknown order sent.'],
  ['key_reused', -2010, 'Duplicate order sent.'],
  ['api_scope_missing', -2015, 'Invalid API-key, IP, or permissions for action.'],
  ['busy', -1008, expect.stringContaining('overloaded')],
  ['self_excluded', -2010, expect.any(String)],
] as const)('translates the refusal %s to the code %d', (code, theirs, msg) => {
  expect(failureOf({ code }).failure).toMatchObject({ code: theirs, msg });
});

test('puts the field’s name into the text of an error that the exchange does not have', () => {
  const { failure } = failureOf({ code: 'parameter_wrong', field: 'price' });
  expect(failure).toMatchObject({ code: -2010, msg: expect.stringContaining('price') });
  expect(failure.msg).not.toContain('{');
});

const order: Order = {
  ...{ id: '7', symbol: 'BTC/USDT', side: 'buy', type: 'limit', to_symbol: null },
  ...{ quantity: '0.01', price: '64000', filled_quantity: '0.01', fee_rate: '0.001', status: 'filled' },
  ...{
    stop_price: null,
    triggered_seq: null,
    time_in_force: 'GTC',
    expires_at: null,
    client_order_id: 'mine',
  },
  ...{ reason: null, cancel_asked_at: null, created_at: 1_700_000_000, updated_at: 1_700_000_001 },
  legs: [
    {
      ...{ symbol: 'BTC/USDT', side: 'buy', quantity: '0.01', price: '63999.5', value: '639.995' },
      ...{ fee: '0.639995', fee_rate: '0.001', tape_seq: 3 },
    },
  ],
};

test.each([
  [{}, 'FILLED'],
  [{ status: 'open' }, 'NEW'],
  [{ status: 'open', cancel_asked_at: 1 }, 'PENDING_CANCEL'],
  [{ status: 'cancelled', reason: 'customer' }, 'CANCELED'],
  [{ status: 'cancelled', reason: 'balance_insufficient' }, 'EXPIRED'],
] as const)('an order with %o has the status %s', (change, status) => {
  expect(statusOf({ ...order, ...change })).toBe(status);
});

test('writes orders with eight decimals and times in milliseconds', () => {
  expect(orderView(order)).toMatchObject({
    ...{ symbol: 'BTCUSDT', orderId: 7, clientOrderId: 'mine', price: '64000.00000000' },
    ...{ origQty: '0.01000000', cummulativeQuoteQty: '639.99500000', time: 1_700_000_000_000 },
  });
  expect(placedView(order, { nowMs: 5, type: 'ACK' })).toEqual({
    ...{ symbol: 'BTCUSDT', orderId: 7, orderListId: -1, clientOrderId: 'mine', transactTime: 5 },
  });
  expect(placedView(order, { nowMs: 5, type: 'RESULT' })).not.toHaveProperty('fills');
  expect(placedView(order, { nowMs: 5, type: 'FULL' })).toMatchObject({
    fills: [{ price: '63999.50000000', commission: '0.63999500', commissionAsset: 'USDT', tradeId: 7 }],
  });
  expect(cancelledView(order, { name: 'cancel', nowMs: 5 })).toMatchObject({
    ...{ clientOrderId: 'cancel', origClientOrderId: 'mine' },
  });
});

test('shows a stop-limit order placed in the app as STOP_LOSS_LIMIT', () => {
  const stop = { ...order, type: 'stop_limit', stop_price: '63000' } as const;
  expect(orderView(stop)).toMatchObject({ type: 'STOP_LOSS_LIMIT', stopPrice: '63000.00000000' });
});

const oco = { ...order, type: 'oco', price: '64000', stop_price: '65000' } as const;
const unfilled = { ...oco, filled_quantity: '0', legs: [] };
const atStop = { ...oco, legs: order.legs.map((leg) => ({ ...leg, price: '65000.5' })) };

test.each([
  ['filled at its limit', oco, ['FILLED', 'EXPIRED']],
  ['filled at its stop', atStop, ['EXPIRED', 'FILLED']],
  ['has not filled yet', { ...unfilled, status: 'open' } as Order, ['NEW', 'NEW']],
  [
    'was cancelled by its customer',
    { ...unfilled, status: 'cancelled', reason: 'customer' } as Order,
    ['CANCELED', 'CANCELED'],
  ],
])('an OCO purchase that %s is shown as two orders', (_when, row, statuses) => {
  const [limit, stop] = shownOf(row).map(orderView);
  expect([limit?.status, stop?.status]).toEqual(statuses);
  expect([limit?.type, stop?.type]).toEqual(['LIMIT_MAKER', 'STOP_LOSS']);
  expect([limit?.orderListId, stop?.orderListId]).toEqual([7, 7]);
  expect([limit?.clientOrderId, stop?.clientOrderId]).toEqual(['mine.limit', 'mine.stop']);
  expect([limit?.orderId, stop?.orderId]).toEqual([7, 4_000_000_000_000_007]);
  expect(Number(limit?.executedQty) + Number(stop?.executedQty)).toBe(statuses.includes('FILLED') ? 0.01 : 0);
});

test('attributes the fill of an OCO sale to its limit if the price is at or above the limit, and otherwise to its stop', () => {
  const sold = { ...oco, side: 'sell', price: '65000', stop_price: '64000' } as const;
  const filledAt = (price: string) =>
    shownOf({ ...sold, legs: order.legs.map((leg) => ({ ...leg, price })) }).map(statusOf);
  expect(filledAt('65000')).toEqual(['FILLED', 'EXPIRED']);
  expect(filledAt('63999')).toEqual(['EXPIRED', 'FILLED']);
});

test('finds the row of an order number, whether or not the order is in a list', () => {
  const pending = ['6000000000000007', '8000000000000007'].map(rowOf);
  expect([rowOf(7), rowOf('4000000000000007'), ...pending]).toEqual([7n, 7n, 7n, 7n]);
});

const purchase = { ...order, type: 'limit', take_profit: '70000', stop_loss: '60000' } as const;
const waiting = { ...purchase, filled_quantity: '0', legs: [] };
const sale = {
  ...{ ...unfilled, id: '9', side: 'sell', entry_id: '7', price: '70000', stop_price: '60000' },
  ...{ status: 'open', client_order_id: null },
} as Order;

test.each<[string, Order, Order | undefined, boolean, readonly string[]]>([
  ['waits', { ...waiting, status: 'open' }, undefined, true, ['NEW', 'PENDING_NEW', 'PENDING_NEW']],
  [
    'was cancelled',
    { ...waiting, status: 'cancelled', reason: 'customer' },
    undefined,
    false,
    ['CANCELED', 'CANCELED', 'CANCELED'],
  ],
  [
    'expired',
    { ...waiting, status: 'cancelled', reason: 'expired' },
    undefined,
    false,
    ['EXPIRED', 'EXPIRED', 'EXPIRED'],
  ],
  ['filled', purchase, sale, true, ['FILLED', 'NEW', 'NEW']],
  [
    'filled, and what it bought was sold',
    purchase,
    { ...sale, status: 'filled', legs: order.legs.map((leg) => ({ ...leg, price: '59999' })) },
    false,
    ['FILLED', 'EXPIRED', 'FILLED'],
  ],
])(
  'a purchase with a bracket that %s is shown as a list of three orders',
  (_, row, sold, isOpen, statuses) => {
    const list = listOfRow(row, sold);
    const views = list.orders.map(orderView);
    expect(views.map(({ status }) => status)).toEqual(statuses);
    expect(views.map(({ type }) => type)).toEqual(['LIMIT', 'LIMIT_MAKER', 'STOP_LOSS']);
    expect(views.map(({ side }) => side)).toEqual(['BUY', 'SELL', 'SELL']);
    expect(views.map(({ orderId }) => orderId)).toEqual([7, 6_000_000_000_000_007, 8_000_000_000_000_007]);
    expect(views.map((one) => one.clientOrderId)).toEqual(['mine', 'candor-7.limit', 'candor-7.stop']);
    expect(listView(list)).toMatchObject({
      ...{ orderListId: 7, contingencyType: 'OTO', listClientOrderId: 'mine' },
      listOrderStatus: isOpen ? 'EXECUTING' : 'ALL_DONE',
    });
    // Each fill has its own number, although both orders belong to one list.
    const trades = list.orders.flatMap((one) => one.legs.map((leg) => tradeView(one, leg).id));
    expect(trades).toEqual(statuses.flatMap((status, at) => (status === 'FILLED' ? [at === 0 ? 7 : 9] : [])));
  },
);

test.each([
  ['btcusdt@ticker', { kind: 'ticker', everyMs: 1000 }],
  ['btcusdt@depth', { kind: 'depth', everyMs: 1000 }],
  ['btcusdt@depth@100ms', { kind: 'depth', everyMs: 100 }],
  ['btcusdt@depth20@100ms', { kind: 'book', everyMs: 100 }],
  ['ethusdt@kline_1d', { kind: 'kline', interval: { name: '1d' } }],
  ['btcusdt@kline_1s', { kind: 'kline', everyMs: 1000 }],
  ['btcusdt@kline_1M', { kind: 'kline', interval: { name: '1M' } }],
  ['btcusdt@ticker_4h', { kind: 'window', window: '4h', lengthMs: 14_400_000 }],
  ['!ticker_1h@arr', { kind: 'window', lengthMs: 3_600_000 }],
  ['!ticker_2h@arr', undefined],
  ['!bookTicker', undefined],
  ['!miniTicker@arr', { kind: 'miniTicker' }],
  ['BTCUSDT@ticker', undefined],
  ['btcusdt@kline_2m', undefined],
  ['btcusdt@kline_1m@+08:00', undefined],
  ['btcusdt@depth7', undefined],
  ['eurusd@ticker', undefined],
  ['', undefined],
])('parses or rejects the stream name "%s"', (name, found) => {
  if (found === undefined) expect(readStreamName(name)).toBeUndefined();
  else expect(readStreamName(name)).toMatchObject(found);
});

test('removes the old level of a one-level book', () => {
  const at = (seq: number, bid: string, ask: string) => ({ seq, bids: [[bid, '5']], asks: [[ask, '5']] });
  expect(depthEvent('BTCUSDT', { from: at(3, '10', '12'), to: at(6, '11', '12') }, 1)).toMatchObject({
    ...{
      U: 4,
      u: 6,
      b: [
        ['10', '0.00000000'],
        ['11', '5'],
      ],
      a: [['12', '5']],
    },
  });
});

test('signs the parameters as they were sent, without the signature', () => {
  expect(signedText('symbol=BTCUSDT&timestamp=1&signature=ab', '')).toBe('symbol=BTCUSDT&timestamp=1');
  expect(signedText('a=1', 'signature=x&b=%20')).toBe('a=1b=%20');
});

test('refuses an address above its weight limit with 429, and with 418 if it continues', () => {
  const weights = new Weights();
  expect(weights.use('a', 1000, 6000)).toEqual({ used: 6000 });
  expect(weights.use('b', 1000, 1)).toEqual({ used: 1 });
  expect(weights.use('a', 1000, 1).refused).toMatchObject({
    status: 429,
    code: -1003,
    retryAfterSeconds: 59,
  });
  expect(weights.use('a', 1000, 3000).refused).toMatchObject({ status: 418, retryAfterSeconds: 120 });
  expect(weights.use('a', 90_000, 1).refused).toMatchObject({ status: 418 });
  expect(weights.use('a', 121_000, 1)).toEqual({ used: 1 });
});

test('refuses the 101st order within ten seconds', () => {
  const count = new OrderCount();
  for (let at = 0; at < 100; at += 1) count.add(1n, 1000);
  expect(count.refusal(1n, 1000)).toMatchObject({ code: -1015, status: 429, retryAfterSeconds: 9 });
  expect(count.refusal(2n, 1000)).toBeUndefined();
  expect(count.refusal(1n, 10_000)).toBeUndefined();
  expect(count.counts(1n, 10_000)).toEqual({ tenSeconds: 0, day: 100 });
});
