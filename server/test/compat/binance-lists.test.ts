/** Unmodified clients place, read and cancel OCO orders as lists of two orders, and one of the two fills. */
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
beforeAll(async () => {
  server = await openWholeServer();
  keys = await makeKeys(server);
}, 120_000);
afterAll(async () => {
  const pool = createPool(server.url, { max: 2 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  await server.stop();
});

const BTC = 'BTC/USDT';
const symbol = 'BTCUSDT';
type Listed = { readonly orderListId: number; readonly orders: readonly { readonly orderId: number }[] };

async function levels(client: ReturnType<typeof ccxtClient>, share: number) {
  await client.loadHttpProxyAgent();
  const { bid = 0 } = await client.fetchTicker(BTC);
  return { above: Math.ceil((bid ?? 0) * (1 + share)), below: Math.floor((bid ?? 0) * (1 - share)) };
}

test('ccxt places a list in both forms, and a cancellation of either order cancels both', async () => {
  const client = ccxtClient(server.origin, keys);
  const { above, below } = await levels(client, 0.1);
  const common = { symbol, side: 'SELL', quantity: '0.001' };
  await client.createOrder(BTC, 'market', 'buy', 0.001);
  const list = (await client.privatePostOrderListOco({
    ...{ ...common, aboveType: 'LIMIT_MAKER', abovePrice: above, belowType: 'STOP_LOSS' },
    ...{ belowStopPrice: below, listClientOrderId: 'pair' },
  })) as unknown as Listed;
  expect(list).toMatchObject({
    ...{ contingencyType: 'OCO', listStatusType: 'EXEC_STARTED', listOrderStatus: 'EXECUTING' },
    listClientOrderId: 'pair',
    orderReports: [
      { type: 'LIMIT_MAKER', side: 'SELL', status: 'NEW', clientOrderId: 'pair.limit' },
      { type: 'STOP_LOSS', side: 'SELL', status: 'NEW', clientOrderId: 'pair.stop', price: '0.00000000' },
    ],
  });
  const [limit, stop] = list.orders.map(({ orderId }) => String(orderId));
  expect(await client.fetchOpenOrders(BTC)).toMatchObject([
    { id: limit, price: above, status: 'open' },
    { id: stop, stopPrice: below, status: 'open' },
  ]);
  expect(await client.fetchOrder('', BTC, { clientOrderId: 'pair.stop' })).toMatchObject({ id: stop });
  await expect(client.fetchOrder('', BTC, { clientOrderId: 'pair' })).rejects.toMatchObject({
    name: 'OrderNotFound',
  });
  expect(await client.cancelOrder(String(stop), BTC)).toMatchObject({ id: stop, status: 'canceled' });
  expect(await client.fetchOrder(String(limit), BTC)).toMatchObject({ id: limit, status: 'canceled' });
  expect(await client.fetchOpenOrders(BTC)).toEqual([]);

  const old = (await client.privatePostOrderOco({
    ...common,
    ...{ price: above, stopPrice: below },
  })) as unknown as Listed;
  await client.cancelOrder(String(old.orders[0]?.orderId), BTC);
  expect(await client.privateGetOrderList({ orderListId: old.orderListId })).toMatchObject({
    listOrderStatus: 'ALL_DONE',
  });
  await client.close();
});

test('both orders of a list keep the names that their program gives them', async () => {
  const client = ccxtClient(server.origin, keys);
  const { above, below } = await levels(client, 0.1);
  const { restAPI } = spotClient(server.origin, keys);
  const order = { symbol, side: 'BUY' as never, quantity: 0.001 };
  const wanted = {
    ...{ ...order, aboveType: 'STOP_LOSS' as never, aboveStopPrice: above, aboveClientOrderId: 'own-stop' },
    ...{ belowType: 'LIMIT_MAKER' as never, belowPrice: below, belowClientOrderId: 'own-limit' },
    listClientOrderId: 'a-list-with-a-name-of-36-characters_',
  };
  const list = (await (await restAPI.orderListOco(wanted)).data()) as Listed & object;
  const names = [{ clientOrderId: 'own-limit' }, { clientOrderId: 'own-stop' }];
  expect(list).toMatchObject({
    ...{ listClientOrderId: wanted.listClientOrderId, orders: names },
    orderReports: [
      { clientOrderId: 'own-limit', workingTime: expect.any(Number) as unknown },
      { clientOrderId: 'own-stop', stopPrice: expect.any(String) as unknown },
    ],
  });
  const [limit, stop] = list.orders;
  for (const [clientOrderId, found] of [
    ['own-limit', limit],
    ['own-stop', stop],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await client.fetchOrder('', BTC, { clientOrderId })).toMatchObject({ id: String(found?.orderId) });
  }
  // No other open order may have one of these names.
  const limitOrder = { ...order, type: 'LIMIT', timeInForce: 'GTC', price: below } as never;
  await expect(
    restAPI.newOrder({ ...(limitOrder as object), newClientOrderId: 'own-stop' } as never),
  ).rejects.toThrow('Duplicate order sent.');
  await expect(restAPI.orderListOco({ ...wanted, listClientOrderId: 'another' })).rejects.toThrow(
    'Duplicate order sent.',
  );
  expect(await client.cancelOrder('', BTC, { clientOrderId: 'own-stop' })).toMatchObject({
    ...{ id: String(stop?.orderId), status: 'canceled' },
  });
  // The names can be used again, in the older form as well.
  const old = { ...order, price: below, stopPrice: above };
  const again = await restAPI.orderOco({
    ...old,
    ...{ limitClientOrderId: 'own-limit', stopClientOrderId: 'own-stop' },
  });
  expect(await again.data()).toMatchObject({ orders: names });
  expect(await (await restAPI.deleteOpenOrders({ symbol })).data()).toMatchObject([{ orders: names }]);
  await client.close();
});

test('when one order of a list fills, the other expires, and events report both', async () => {
  const client = ccxtClient(server.origin, keys);
  const { websocketAPI } = spotClient(server.origin, keys);
  const connection = await websocketAPI.connect();
  const { stream } = await connection.userDataStreamSubscribeSignature();
  const heard: { e?: string; g?: number; i?: number; X?: string; L?: string }[] = [];
  stream.on('message', (event) => void heard.push(event as object));
  const { above, below } = await levels(client, 0.0002);
  const placed = (await client.privatePostOrderListOco({
    ...{ symbol, side: 'BUY', quantity: '0.001', aboveType: 'STOP_LOSS', aboveStopPrice: above },
    ...{ belowType: 'LIMIT_MAKER', belowPrice: below },
  })) as unknown as Listed;
  const id = Number(placed.orderListId);
  const read = async () => (await client.privateGetOrderList({ orderListId: id })) as object;
  await expect.poll(read, { timeout: 90_000 }).toMatchObject({ listOrderStatus: 'ALL_DONE' });
  const orders = (await client.privateGetAllOrders({ symbol, orderId: id })) as unknown as {
    readonly status: string;
    readonly type: string;
  }[];
  expect(orders.map(({ status }) => status).toSorted()).toEqual(['EXPIRED', 'FILLED']);
  const filled = orders.find(({ status }) => status === 'FILLED');
  const [trade] = (await client.fetchMyTrades(BTC)).slice(-1);
  const at = Number(trade?.price);
  if (filled?.type === 'LIMIT_MAKER') expect(at).toBeLessThanOrEqual(below);
  else expect(at).toBeGreaterThanOrEqual(above);
  expect(trade?.info).toMatchObject({ orderListId: id, id });
  const own = () => heard.filter(({ g }) => g === id);
  await expect.poll(() => own().at(-3)).toMatchObject({ e: 'listStatus', L: 'ALL_DONE' });
  expect(
    own()
      .slice(-2)
      .map(({ X }) => X)
      .toSorted(),
  ).toEqual(['EXPIRED', 'FILLED']);
  await connection.disconnect();
  await client.close();
}, 120_000);

test('@binance/spot places, reads and cancels lists over HTTP and a WebSocket', async () => {
  const client = ccxtClient(server.origin, keys);
  const { above, below } = await levels(client, 0.1);
  await client.close();
  const { restAPI, websocketAPI } = spotClient(server.origin, keys);
  const wanted = {
    ...{ symbol, side: 'BUY' as never, quantity: 0.001, listClientOrderId: 'spot-list' },
    ...{ aboveType: 'STOP_LOSS' as never, aboveStopPrice: above },
    ...{ belowType: 'LIMIT_MAKER' as never, belowPrice: below },
  };
  const list = (await (await restAPI.orderListOco(wanted)).data()) as Listed;
  const { orderListId } = list;
  await expect(restAPI.orderListOco(wanted)).rejects.toThrow('Duplicate order sent.');
  expect(await (await restAPI.getOrderList({ orderListId })).data()).toMatchObject({ orders: [{}, {}] });
  expect(await (await restAPI.openOrderList()).data()).toMatchObject([{ orderListId }]);
  expect(await (await restAPI.allOrderList({ fromId: orderListId })).data()).toMatchObject([{ orderListId }]);
  const cancelled = await restAPI.deleteOrderList({ symbol, listClientOrderId: 'spot-list' });
  expect(await cancelled.data()).toMatchObject({
    ...{ orderListId, listOrderStatus: 'ALL_DONE' },
    orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
  });
  const old = { symbol, side: 'BUY' as never, quantity: 0.001, price: below, stopPrice: above };
  await expect(restAPI.orderOco({ ...old, stopLimitPrice: above })).rejects.toThrow('stopLimitPrice');
  await expect(restAPI.orderOco({ ...old, price: above, stopPrice: below })).rejects.toThrow('relationship');
  await restAPI.orderOco(old);
  expect(await (await restAPI.deleteOpenOrders({ symbol })).data()).toMatchObject([
    { contingencyType: 'OCO', orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }] },
  ]);
  const connection = await websocketAPI.connect();
  const { data } = await connection.orderListPlaceOco(wanted);
  expect(data).toMatchObject({ listOrderStatus: 'EXECUTING' });
  const done = await connection.orderListCancel({ symbol, listClientOrderId: 'spot-list' });
  expect(done.data).toMatchObject({ listOrderStatus: 'ALL_DONE' });
  await connection.disconnect();
});

test('@binance/connector places, reads and cancels lists', async () => {
  const ccxt = ccxtClient(server.origin, keys);
  const { above, below } = await levels(ccxt, 0.1);
  await ccxt.close();
  const client = connectorClient(server.origin, keys);
  const call = async (name: string, ...given: readonly unknown[]) => (await client[name]?.(...given))?.data;
  const stop = { abovePrice: above, belowStopPrice: below };
  const sale = [symbol, 'SELL', 0.001, 'LIMIT_MAKER'] as const;
  const { orderListId } = (await call('newOCOOrder', ...sale, 'STOP_LOSS', stop)) as Listed;
  expect(await call('getOCOOrder', { orderListId })).toMatchObject({ listStatusType: 'EXEC_STARTED' });
  expect(await call('getOpenOCOOrders')).toMatchObject([{ orderListId }]);
  expect(await call('cancelOCOOrder', symbol, { orderListId })).toMatchObject({ listStatusType: 'ALL_DONE' });
  expect(await call('getOCOOrders', { limit: 1 })).toMatchObject([{ orderListId }]);
  const refused: readonly (readonly [given: readonly unknown[], code: number])[] = [
    [[...sale, 'STOP_LOSS_LIMIT', { ...stop, belowPrice: below }], -1158],
    [[symbol, 'SELL', 0.001, 'STOP_LOSS', 'LIMIT_MAKER', stop], -1166],
    [[symbol, 'BUY', 0.001, 'STOP_LOSS', 'STOP_LOSS', stop], -1196],
    [[...sale, 'LIMIT_MAKER', stop], -1168],
    [[...sale, 'TAKE_PROFIT', stop], -1199],
    [[...sale, 'STOP_LOSS', { ...stop, belowPrice: below }], -1106],
    [[...sale, 'STOP_LOSS', { ...stop, belowClientOrderId: 'not a name' }], -1100],
    [[...sale, 'STOP_LOSS', { ...stop, belowClientOrderId: 'same', aboveClientOrderId: 'same' }], -2010],
    [[...sale, 'STOP_LOSS', { ...stop, listClientOrderId: 'x'.repeat(37) }], -1100],
    [[...sale, 'STOP_LOSS', { ...stop, belowTrailingDelta: 10 }], -1106],
    [[...sale, 'STOP_LOSS', { ...stop, aboveStrategyId: 1 }], -1104],
    [[...sale, 'STOP_LOSS', { abovePrice: above }], -1102],
    [[...sale, 'STOP_LOSS', { ...stop, abovePrice: below - 1 }], -2010],
    [[symbol, 'SELL', 99, 'LIMIT_MAKER', 'STOP_LOSS', stop], -2010],
  ];
  for (const [given, code] of refused) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(call('newOCOOrder', ...given)).rejects.toMatchObject({ response: { data: { code } } });
  }
  await expect(call('cancelOCOOrder', symbol, { orderListId: 1 })).rejects.toMatchObject({
    response: { data: { code: -2011 } },
  });
});
