/** Unmodified clients amend orders, replace them in every mode, and place a purchase with the orders that protect it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaches } from '../../src/app/breaches.ts';
import { createPool } from '../../src/db/pool.ts';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import { ccxtClient, connectorClient, spotClient } from './clients.ts';
import type { Keys } from './clients.ts';
import { makeKeys } from './keys.ts';

let server: WholeServer;
let keys: Keys;
let bid: number;
beforeAll(async () => {
  server = await openWholeServer();
  keys = await makeKeys(server);
  const client = ccxtClient(server.origin, keys);
  await client.loadHttpProxyAgent();
  bid = (await client.fetchTicker(BTC)).bid ?? 0;
  await client.close();
}, 120_000);
afterAll(async () => {
  const pool = createPool(server.url, { max: 2 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  await server.stop();
});

const BTC = 'BTC/USDT';
const symbol = 'BTCUSDT';
const far = () => Math.floor(bid * 0.9);
const limit = () => ({
  ...{ symbol, side: 'BUY' as never, type: 'LIMIT' as never, timeInForce: 'GTC' as never },
  ...{ quantity: 0.002, price: far() },
});
type Placed = { readonly orderId: number; readonly clientOrderId: string };

const dataOf = async <Data>(answer: Promise<{ data: () => Promise<unknown> }>): Promise<Data> =>
  (await (await answer).data()) as Data;

test('@binance/spot reduces the quantity of an order in place, and lists its amendments', async () => {
  const { restAPI, websocketAPI } = spotClient(server.origin, keys);
  const { orderId } = await dataOf<Placed>(restAPI.newOrder({ ...limit(), newClientOrderId: 'kept' }));
  const amends = (more: object) => restAPI.orderAmendKeepPriority({ symbol, orderId, ...more } as never);
  expect(await dataOf(amends({ newQty: 0.0015 }))).toMatchObject({
    executionId: 2,
    amendedOrder: {
      ...{ symbol, orderId, orderListId: -1, origClientOrderId: 'kept', clientOrderId: 'kept' },
      ...{ qty: '0.00150000', executedQty: '0.00000000', preventedQty: '0.00000000', status: 'NEW' },
      ...{ quoteOrderQty: '0.00000000', cumulativeQuoteQty: '0.00000000', timeInForce: 'GTC' },
      ...{ type: 'LIMIT', side: 'BUY', selfTradePreventionMode: 'NONE' },
    },
  });
  const connection = await websocketAPI.connect();
  const again = { symbol, origClientOrderId: 'kept', newQty: 0.001, newClientOrderId: 'kept' };
  expect((await connection.orderAmendKeepPriority(again)).data).toMatchObject({
    amendedOrder: { qty: '0.00100000' },
  });
  const row = { symbol, orderId, origClientOrderId: 'kept', newClientOrderId: 'kept' };
  const made = [
    { ...row, executionId: 2, origQty: '0.00200000', newQty: '0.00150000' },
    { ...row, executionId: 3, origQty: '0.00150000', newQty: '0.00100000' },
  ];
  expect(await dataOf(restAPI.orderAmendments({ symbol, orderId }))).toMatchObject(made);
  expect((await connection.orderAmendments({ symbol, orderId, fromExecutionId: 3 })).data).toMatchObject(
    made.slice(1),
  );
  await connection.disconnect();
  const refused = [
    [{ newQty: 0.001 }, 'would change no state'],
    [{ newQty: 0.002 }, 'quantity increase'],
    [{ newQty: 0.00001 }, 'LOT_SIZE'],
    [{ newQty: 0.0009, newClientOrderId: 'other' }, 'client order ID'],
    [{ newQty: 0.0009, orderId: 1 }, 'Order does not exist'],
    [{ newQty: 0.0009, origClientOrderId: 'other' }, 'Client order ID is not correct'],
  ] as const;
  for (const [fields, text] of refused)
    // oxlint-disable-next-line no-await-in-loop
    await expect(amends(fields)).rejects.toThrow(text);
  await restAPI.deleteOrder({ symbol, orderId });
  await expect(amends({ newQty: 0.0009 })).rejects.toThrow('Order does not exist');
});

test('a key amends no order that its customer placed', async () => {
  const token = await server.login(0);
  const own = { symbol: BTC, side: 'buy', type: 'limit', quantity: '0.002', price: String(far()) };
  const { body } = await server.call('POST coin/trade', { token, fields: own });
  const { id } = (body as { readonly message: { readonly id: string } }).message;
  const { restAPI } = spotClient(server.origin, keys);
  await expect(
    restAPI.orderAmendKeepPriority({ symbol, orderId: Number(id), newQty: 0.001 }),
  ).rejects.toThrow('only the orders that it placed');
  await restAPI.deleteOrder({ symbol, orderId: Number(id) });
});

test('ccxt and @binance/connector amend one order of a list, which amends the other order too', async () => {
  const client = ccxtClient(server.origin, keys);
  await client.loadHttpProxyAgent();
  const list = (await client.privatePostOrderListOco({
    ...{ symbol, side: 'BUY', quantity: '0.002', aboveType: 'STOP_LOSS', belowType: 'TAKE_PROFIT' },
    ...{ aboveStopPrice: Math.ceil(bid * 1.1), belowStopPrice: far(), listClientOrderId: 'amended' },
  })) as unknown as { readonly orderListId: number; readonly orders: readonly Placed[] };
  const [first, second] = list.orders;
  expect(
    await client.request('order/amend/keepPriority', 'private', 'PUT', {
      ...{ symbol, orderId: first?.orderId, newQty: '0.0015' },
    }),
  ).toMatchObject({
    amendedOrder: { orderId: first?.orderId, orderListId: list.orderListId, type: 'LIMIT_MAKER' },
    listStatus: { listClientOrderId: 'amended', listOrderStatus: 'EXECUTING', orders: [{}, {}] },
  });
  const connector = connectorClient(server.origin, keys);
  const amended = await connector['signRequest']?.('PUT', '/api/v3/order/amend/keepPriority', {
    ...{ symbol, orderId: second?.orderId, newQty: 0.001 },
  });
  expect(amended?.data).toMatchObject({ amendedOrder: { orderId: second?.orderId, qty: '0.00100000' } });
  expect(await client.fetchOpenOrders(BTC)).toMatchObject([{ amount: 0.001 }, { amount: 0.001 }]);
  await client.cancelOrder(String(second?.orderId), BTC);
  await client.close();
});

test('an order is replaced in every mode, and both results are returned', async () => {
  const { restAPI } = spotClient(server.origin, keys);
  const replaces = async (mode: string, more: object) =>
    dataOf<Record<string, unknown>>(
      restAPI.orderCancelReplace({ ...limit(), cancelReplaceMode: mode as never, ...more }),
    );
  const place = async () => (await dataOf<Placed>(restAPI.newOrder(limit()))).orderId;
  const open = async () => dataOf<readonly Placed[]>(restAPI.getOpenOrders({ symbol }));
  const cancelOrderId = await place();
  const done = await replaces('STOP_ON_FAILURE', { cancelOrderId, newClientOrderId: 'new' });
  expect(done).toMatchObject({
    ...{ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' },
    ...{ cancelResponse: { orderId: cancelOrderId, status: 'CANCELED' } },
    newOrderResponse: { clientOrderId: 'new', status: 'NEW' },
  });
  expect(await open()).toMatchObject([{ clientOrderId: 'new' }]);
  // The first order is gone, so its cancellation fails.
  await expect(replaces('STOP_ON_FAILURE', { cancelOrderId })).rejects.toThrow('cancel-replace failed');
  expect(await open()).toHaveLength(1);
  await expect(replaces('ALLOW_FAILURE', { cancelOrderId, newClientOrderId: 'more' })).rejects.toThrow(
    'partially failed',
  );
  expect(await open()).toMatchObject([{ clientOrderId: 'new' }, { clientOrderId: 'more' }]);
  // A new order that can't be paid for leaves the old one cancelled, in both modes; one with a mistake changes nothing.
  for (const mode of ['STOP_ON_FAILURE', 'ALLOW_FAILURE']) {
    // oxlint-disable-next-line no-await-in-loop
    const old = await place();
    const dear = { cancelOrderId: old, quantity: 99 };
    // oxlint-disable-next-line no-await-in-loop
    await expect(replaces(mode, { ...dear, quantity: 0.000001 })).rejects.toThrow('LOT_SIZE');
    // oxlint-disable-next-line no-await-in-loop
    await expect(replaces(mode, dear)).rejects.toThrow('partially failed');
    // oxlint-disable-next-line no-await-in-loop
    expect(await open(), mode).toHaveLength(2);
  }
  await expect(replaces('ALLOW_FAILURE', { cancelOrderId, quantity: 99 })).rejects.toThrow(
    'cancel-replace failed',
  );
  await restAPI.deleteOpenOrders({ symbol });
});

const chain = (more: object = {}) => ({
  ...{
    symbol,
    workingType: 'LIMIT' as never,
    workingSide: 'BUY' as never,
    workingTimeInForce: 'GTC' as never,
  },
  ...{ workingPrice: far(), workingQuantity: 0.001, pendingSide: 'SELL' as never, pendingQuantity: 0.001 },
  ...{ pendingAboveType: 'LIMIT_MAKER' as never, pendingAbovePrice: Math.ceil(bid * 1.2) },
  ...{ pendingBelowType: 'STOP_LOSS' as never, pendingBelowStopPrice: Math.floor(bid * 0.8) },
  ...more,
});
type Listed = { readonly orderListId: number; readonly orders: readonly Placed[] };

test('shows a purchase and its protection as a list of three orders before it fills', async () => {
  const { restAPI, websocketAPI } = spotClient(server.origin, keys);
  const list = await dataOf<Listed>(restAPI.orderListOtoco(chain({ listClientOrderId: 'chain' })));
  const { orderListId } = list;
  expect(list).toMatchObject({
    ...{ contingencyType: 'OTO', listStatusType: 'EXEC_STARTED', listOrderStatus: 'EXECUTING' },
    listClientOrderId: 'chain',
    orderReports: [
      {
        orderListId,
        orderId: orderListId,
        type: 'LIMIT',
        side: 'BUY',
        status: 'NEW',
        clientOrderId: 'chain',
      },
      { orderListId, type: 'LIMIT_MAKER', side: 'SELL', status: 'PENDING_NEW', workingTime: -1 },
      { orderListId, type: 'STOP_LOSS', side: 'SELL', status: 'PENDING_NEW', price: '0.00000000' },
    ],
  });
  const [working, above, below] = list.orders;
  expect(await dataOf(restAPI.openOrderList())).toMatchObject([{ orderListId, orders: list.orders }]);
  expect(await dataOf(restAPI.getOpenOrders({ symbol }))).toMatchObject(list.orders);
  for (const order of list.orders) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await dataOf(restAPI.getOrder({ symbol, orderId: order.orderId }))).toMatchObject(order);
    const named = { symbol, origClientOrderId: order.clientOrderId };
    // oxlint-disable-next-line no-await-in-loop
    expect(await dataOf(restAPI.getOrder(named))).toMatchObject(order);
  }
  await expect(
    restAPI.orderAmendKeepPriority({ symbol, orderId: above?.orderId as never, newQty: 0.0005 }),
  ).rejects.toThrow('cannot be amended');
  // Cancelling any one of the orders ends all of them.
  await restAPI.deleteOrder({ symbol, orderId: below?.orderId as never });
  expect(await dataOf(restAPI.getOrderList({ orderListId }))).toMatchObject({ listOrderStatus: 'ALL_DONE' });
  for (const { orderId } of [working, above, below] as readonly Placed[])
    // oxlint-disable-next-line no-await-in-loop
    expect(await dataOf(restAPI.getOrder({ symbol, orderId }))).toMatchObject({ status: 'CANCELED' });
  const connection = await websocketAPI.connect();
  const { data } = await connection.orderListPlaceOtoco(chain({ workingClientOrderId: 'chain' }));
  expect(data).toMatchObject({ listClientOrderId: 'chain', orders: [{}, {}, {}] });
  const ended = await connection.orderListCancel({ symbol, listClientOrderId: 'chain' });
  expect(ended.data).toMatchObject({
    listOrderStatus: 'ALL_DONE',
    orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }, { status: 'CANCELED' }],
  });
  await connection.disconnect();
});

test('once the purchase has filled, its pending orders are active under their own numbers', async () => {
  const client = ccxtClient(server.origin, keys);
  await client.loadHttpProxyAgent();
  const { websocketAPI, restAPI } = spotClient(server.origin, keys);
  const connection = await websocketAPI.connect();
  const { stream } = await connection.userDataStreamSubscribeSignature();
  const heard: { e?: string; g?: number; i?: number; X?: string; L?: string; C?: string }[] = [];
  stream.on('message', (event) => void heard.push(event as object));
  const { pendingAbovePrice: target, ...wanted } = chain({ pendingAboveType: 'TAKE_PROFIT' });
  const list = (await client.privatePostOrderListOtoco({
    ...{ ...wanted, pendingAboveStopPrice: target, workingPrice: Math.ceil(bid * 1.05) },
    listClientOrderId: 'bought',
  })) as unknown as Listed;
  const orderListId = Number(list.orderListId);
  const [working, above, below] = list.orders.map(({ orderId }) => Number(orderId));
  const read = async () => (await client.privateGetOrderList({ orderListId })) as object;
  await expect
    .poll(async () => (await client.fetchOrder(String(working), BTC)).status, { timeout: 20_000 })
    .toBe('closed');
  expect(await read()).toMatchObject({ listOrderStatus: 'EXECUTING', listClientOrderId: 'bought' });
  expect(await dataOf(restAPI.openOrderList())).toMatchObject([
    {
      orderListId,
      listClientOrderId: 'bought',
      orders: [{ orderId: working }, { orderId: above }, { orderId: below }],
    },
  ]);
  expect(await dataOf(restAPI.getOpenOrders({ symbol }))).toMatchObject([
    {
      orderId: above,
      status: 'NEW',
      orderListId,
      type: 'LIMIT_MAKER',
      side: 'SELL',
      workingTime: expect.any(Number) as unknown,
    },
    { orderId: below, status: 'NEW', orderListId, type: 'STOP_LOSS' },
  ]);
  const [trade] = (await client.fetchMyTrades(BTC)).slice(-1);
  expect(trade).toMatchObject({ order: String(working), side: 'buy', amount: 0.001 });
  await expect
    .poll(() => heard.filter(({ g, X }) => g === orderListId && X === 'NEW').map(({ i }) => i))
    .toEqual(expect.arrayContaining([above, below]));
  expect(heard.filter(({ e, g }) => e === 'listStatus' && g === orderListId).at(-1)).toMatchObject({
    ...{ C: 'bought', L: 'EXECUTING' },
  });
  // As on the exchange, a smaller quantity of the sale leaves the rest unprotected.
  expect(
    await dataOf(restAPI.orderAmendKeepPriority({ symbol, orderId: above as never, newQty: 0.0005 })),
  ).toMatchObject({ amendedOrder: { orderId: above, qty: '0.00050000' }, listStatus: { orderListId } });
  expect(await client.cancelOrder(String(above), BTC)).toMatchObject({ status: 'canceled' });
  expect(await read()).toMatchObject({ listOrderStatus: 'ALL_DONE', orders: [{}, {}, {}] });
  expect(await dataOf(restAPI.allOrderList({ fromId: orderListId }))).toMatchObject([{ orderListId }]);
  expect(await dataOf(restAPI.openOrderList())).toEqual([]);
  await connection.disconnect();
  await client.close();
});

test.each([
  ['a sale first', { workingSide: 'SELL', pendingSide: 'BUY' }, 'Unsupported order combination'],
  ['another quantity', { pendingQuantity: 0.002 }, 'Unsupported order combination'],
  ['a market order', { workingType: 'MARKET' }, 'Invalid orderType'],
  ['a stop with a limit', { pendingBelowType: 'STOP_LOSS_LIMIT' }, 'not supported in OCO'],
  ['a stop as the order above the market', { pendingAboveType: 'STOP_LOSS' }, 'must be below'],
  ['two limit orders as the pending pair', { pendingBelowType: 'LIMIT_MAKER' }, 'must be contingent'],
  [
    'a client order ID for a pending order',
    { pendingAboveClientOrderId: 'own' },
    'pendingAboveClientOrderId',
  ],
  [
    'a list ID together with an order ID',
    { listClientOrderId: 'one', workingClientOrderId: 'other' },
    'Combination',
  ],
  ['a target below the limit', { pendingAbovePrice: 100 }, 'relationship'],
])('refuses a chain with %s', async (_, change, text) => {
  const { restAPI } = spotClient(server.origin, keys);
  await expect(restAPI.orderListOtoco(chain(change) as never)).rejects.toThrow(text);
});

const pair = (more: object = {}) => ({
  ...{ symbol, workingType: 'LIMIT', workingSide: 'BUY', workingTimeInForce: 'GTC' },
  ...{ workingPrice: far(), workingQuantity: 0.001, pendingSide: 'SELL', pendingQuantity: 0.001 },
  ...{ pendingType: 'STOP_LOSS', pendingStopPrice: Math.floor(bid * 0.8) },
  ...more,
});
const target = (more: object = {}) => {
  const { pendingStopPrice: _, ...rest } = pair();
  return { ...rest, pendingPrice: Math.ceil(bid * 1.2), ...more };
};

test.each([
  ['a stop', () => pair(), 'STOP_LOSS', 'stop'],
  ['a limit', () => target({ pendingType: 'LIMIT', pendingTimeInForce: 'GTC' }), 'LIMIT_MAKER', 'limit'],
  ['a maker', () => target({ pendingType: 'LIMIT_MAKER' }), 'LIMIT_MAKER', 'limit'],
  [
    'a take profit',
    () => pair({ pendingType: 'TAKE_PROFIT', pendingStopPrice: Math.ceil(bid * 1.2) }),
    'LIMIT_MAKER',
    'limit',
  ],
])('a purchase and %s are a list of two orders before the purchase fills', async (_, wanted, type, part) => {
  const { restAPI, websocketAPI } = spotClient(server.origin, keys);
  const list = await dataOf<Listed>(restAPI.orderListOto({ ...wanted(), listClientOrderId: 'oto' } as never));
  const { orderListId } = list;
  expect(list).toMatchObject({
    ...{ contingencyType: 'OTO', listOrderStatus: 'EXECUTING', listClientOrderId: 'oto' },
    orderReports: [
      { orderListId, orderId: orderListId, type: 'LIMIT', side: 'BUY', status: 'NEW', clientOrderId: 'oto' },
      { orderListId, type, side: 'SELL', status: 'PENDING_NEW', origQty: '0.00100000' },
    ],
  });
  expect(list.orders.map(({ clientOrderId }) => clientOrderId)).toEqual([
    'oto',
    `candor-${orderListId}.${part}`,
  ]);
  expect(await dataOf(restAPI.getOpenOrders({ symbol }))).toMatchObject(list.orders);
  // Cancelling either order ends both.
  await restAPI.deleteOrder({ symbol, orderId: list.orders[1]?.orderId as never });
  for (const { orderId } of list.orders)
    // oxlint-disable-next-line no-await-in-loop
    expect(await dataOf(restAPI.getOrder({ symbol, orderId }))).toMatchObject({ status: 'CANCELED' });
  const connection = await websocketAPI.connect();
  const { data } = await connection.orderListPlaceOto({ ...wanted(), workingClientOrderId: 'oto' } as never);
  expect(data).toMatchObject({ listClientOrderId: 'oto', orders: [{}, {}] });
  const ended = await connection.orderListCancel({ symbol, listClientOrderId: 'oto' });
  expect(ended.data).toMatchObject({ orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }] });
  await connection.disconnect();
});

test('once the purchase of a pair has filled, its one pending order is active', async () => {
  const client = ccxtClient(server.origin, keys);
  await client.loadHttpProxyAgent();
  const { restAPI } = spotClient(server.origin, keys);
  const list = (await client.privatePostOrderListOto(
    pair({ workingPrice: Math.ceil(bid * 1.05) }),
  )) as unknown as Listed;
  const orderListId = Number(list.orderListId);
  const [working, pending] = list.orders.map(({ orderId }) => Number(orderId));
  await expect
    .poll(async () => (await client.fetchOrder(String(working), BTC)).status, { timeout: 20_000 })
    .toBe('closed');
  expect(await dataOf(restAPI.openOrderList())).toMatchObject([
    { orderListId, contingencyType: 'OTO', orders: [{ orderId: working }, { orderId: pending }] },
  ]);
  expect(await dataOf(restAPI.getOpenOrders({ symbol }))).toMatchObject([
    { orderId: pending, status: 'NEW', orderListId, type: 'STOP_LOSS', side: 'SELL', origQty: '0.00100000' },
  ]);
  expect(await client.cancelOrder(String(pending), BTC)).toMatchObject({ status: 'canceled' });
  expect(await dataOf(restAPI.getOrderList({ orderListId }))).toMatchObject({
    ...{ listOrderStatus: 'ALL_DONE', orders: [{}, {}] },
  });
  await client.close();
});

test.each([
  ['a sale first', () => pair({ workingSide: 'SELL', pendingSide: 'BUY' }), 'Unsupported order combination'],
  ['another quantity', () => pair({ pendingQuantity: 0.002 }), 'Unsupported order combination'],
  ['a pending market order', () => pair({ pendingType: 'MARKET' }), 'Unsupported order combination'],
  ['a stop with a limit', () => pair({ pendingType: 'STOP_LOSS_LIMIT' }), 'Unsupported order combination'],
  [
    'an immediate-or-cancel limit',
    () => target({ pendingType: 'LIMIT', pendingTimeInForce: 'IOC' }),
    'Unsupported order combination',
  ],
  ['an unknown type', () => pair({ pendingType: 'TRAILING' }), 'Invalid orderType'],
  ['a limit without a time in force', () => target({ pendingType: 'LIMIT' }), 'pendingTimeInForce'],
  ['a maker with a stop price', () => pair({ pendingType: 'LIMIT_MAKER' }), 'pendingStopPrice'],
  ['a stop without its price', () => target({ pendingType: 'STOP_LOSS' }), 'pendingPrice'],
  ['a trailing stop', () => pair({ pendingTrailingDelta: 100 }), 'pendingTrailingDelta'],
  [
    'a client order ID for the pending order',
    () => pair({ pendingClientOrderId: 'own' }),
    'pendingClientOrderId',
  ],
  [
    'a target below the limit',
    () => target({ pendingType: 'LIMIT_MAKER', pendingPrice: 100 }),
    'relationship',
  ],
])('refuses a pair with %s', async (_, wanted, text) => {
  const { restAPI } = spotClient(server.origin, keys);
  await expect(restAPI.orderListOto(wanted() as never)).rejects.toThrow(text);
});

test('refuses a maker order that would fill immediately', async () => {
  const { restAPI } = spotClient(server.origin, keys);
  const { workingTimeInForce: _, ...maker } = chain({ workingType: 'LIMIT_MAKER' });
  const taking = { ...maker, workingPrice: Math.ceil(bid * 1.1) };
  await expect(restAPI.orderListOtoco(taking as never)).rejects.toThrow('immediately match');
});
