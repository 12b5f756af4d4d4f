/** Unmodified clients of another exchange trade on a real demo server with an API key: every call of the tables works. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
const number = expect.any(Number) as unknown;
const text = expect.any(String) as unknown;
const price = expect.stringMatching(/^\d+\.\d{8}$/) as unknown;

describe('ccxt', () => {
  let client: ReturnType<typeof ccxtClient>;
  beforeEach(async () => {
    client = ccxtClient(server.origin, keys);
    await client.loadHttpProxyAgent();
  });
  afterEach(async () => client.close());
  const far = async (): Promise<number> => Math.floor(((await client.fetchTicker(BTC)).bid ?? 0) * 0.9);

  test('makes freqtrade’s calls in freqtrade’s order', async () => {
    await client.loadMarkets();
    expect(await client.fetchBalance()).toMatchObject({
      USDT: { free: number, used: 0 },
      BTC: { free: number },
    });
    await client.fetchTickers([BTC]);
    await client.fetchOHLCV(BTC, '5m', undefined, 500);
    const limit = client.priceToPrecision(BTC, await far());
    const amount = Number(client.amountToPrecision(BTC, 0.01));
    const rested = await client.createOrder(BTC, 'limit', 'buy', amount, Number(limit), {
      timeInForce: 'GTC',
    });
    expect(rested).toMatchObject({ status: 'open', filled: 0, amount, price: Number(limit), side: 'buy' });
    expect(await client.fetchOrder(String(rested.id), BTC)).toMatchObject({ id: rested.id, status: 'open' });
    expect(await client.cancelOrder(String(rested.id), BTC)).toMatchObject({
      id: rested.id,
      status: 'canceled',
    });
    expect(await client.fetchOrder(String(rested.id), BTC)).toMatchObject({ status: 'canceled', filled: 0 });
    const bought = await client.createOrder(BTC, 'market', 'buy', amount);
    expect(bought).toMatchObject({ status: 'closed', filled: amount, fee: { currency: 'USDT' } });
    const sold = await client.createOrder(BTC, 'limit', 'sell', amount, Number(limit), {
      timeInForce: 'GTC',
    });
    expect(sold).toMatchObject({ status: 'closed', filled: amount });
    expect(sold.average).toBeGreaterThan(Number(limit));
    const trades = await client.fetchMyTrades(BTC);
    expect(trades.slice(-2)).toMatchObject([
      { side: 'buy', amount },
      { side: 'sell', amount },
    ]);
  });

  const calls: readonly (readonly [name: string, run: () => Promise<unknown>, found: unknown])[] = [
    ['fetchBalance', async () => client.fetchBalance(), { USDT: { free: number } }],
    ['fetchCurrencies', async () => client.fetchCurrencies(), { BTC: { code: 'BTC' } }],
    ['fetchTradingFee', async () => client.fetchTradingFee(BTC), { maker: 0.001 }],
    [
      'createMarketBuyOrderWithCost',
      async () => client.createMarketBuyOrderWithCost(BTC, 100),
      { status: 'closed' },
    ],
    [
      'createOrder, IOC',
      async () => client.createOrder(BTC, 'limit', 'buy', 0.001, 90_000, { timeInForce: 'IOC' }),
      { status: 'closed' },
    ],
    [
      'createOrder, test',
      async () => client.createOrder(BTC, 'market', 'buy', 0.001, undefined, { test: true }),
      {},
    ],
    [
      'fetchOrders',
      async () => ({ orders: await client.fetchOrders(BTC) }),
      { orders: expect.arrayContaining([expect.objectContaining({ symbol: BTC })]) as unknown },
    ],
    [
      'fetchClosedOrders',
      async () => {
        // Unlike the others, this method does not load the markets itself.
        await client.loadMarkets();
        return { orders: await client.fetchClosedOrders(BTC) };
      },
      { orders: expect.arrayContaining([expect.objectContaining({ status: 'closed' })]) as unknown },
    ],
  ];
  test.each(calls)('gets a valid answer from %s', async (_name, run, found) => {
    expect(await run()).toMatchObject(found as object);
  });

  test('finds and cancels an order by its client order ID, and cancels all orders', async () => {
    const at = await far();
    const order = await client.createOrder(BTC, 'limit', 'buy', 0.001, at, { clientOrderId: 'mine-1' });
    await client.createOrder(BTC, 'limit', 'buy', 0.001, at, { clientOrderId: 'mine-2' });
    expect(await client.fetchOpenOrders(BTC)).toMatchObject([
      { clientOrderId: 'mine-1' },
      { clientOrderId: 'mine-2' },
    ]);
    const named = { clientOrderId: 'mine-1' };
    expect(await client.fetchOrder('', BTC, named)).toMatchObject({ id: order.id });
    expect(await client.cancelOrder('', BTC, named)).toMatchObject({ id: order.id, status: 'canceled' });
    expect(await client.cancelAllOrders(BTC)).toMatchObject([
      { clientOrderId: 'mine-2', status: 'canceled' },
    ]);
    expect(await client.fetchOpenOrders(BTC)).toEqual([]);
  });

  test('is refused a second open order with the same client order ID, and may reuse the ID later', async () => {
    const at = await far();
    const send = async () => client.createOrder(BTC, 'limit', 'buy', 0.001, at, { clientOrderId: 'twice' });
    const first = await send();
    await expect(send()).rejects.toMatchObject({ message: expect.stringContaining('-2010') as unknown });
    await client.cancelOrder(first.id ?? '', BTC);
    const second = await send();
    expect(second.id).not.toBe(first.id);
    expect(await client.fetchOrder('', BTC, { clientOrderId: 'twice' })).toMatchObject({ id: second.id });
    await client.cancelOrder(second.id ?? '', BTC);
  });

  const waiting: readonly (readonly [
    type: string,
    side: 'BUY' | 'SELL',
    stop: number,
    limit: number,
    shown: object,
  ])[] = [
    ['LIMIT_MAKER', 'BUY', 0, 0.9, { type: 'LIMIT' }],
    ['STOP_LOSS', 'SELL', 0.9, 0, { type: 'STOP_LOSS' }],
    ['STOP_LOSS', 'BUY', 1.1, 0, { type: 'STOP_LOSS' }],
    ['STOP_LOSS_LIMIT', 'SELL', 0.9, 0.89, { type: 'STOP_LOSS_LIMIT' }],
    ['TAKE_PROFIT', 'SELL', 1.1, 0, { type: 'LIMIT' }],
    ['TAKE_PROFIT_LIMIT', 'BUY', 0.9, 0.91, { type: 'LIMIT' }],
  ];
  test.each(waiting)('places %s %s: stop %d·bid, limit %d·bid', async (type, side, stop, limit, shown) => {
    const { bid = 0 } = await client.fetchTicker(BTC);
    const priced = (share: number) => String(Math.floor((bid ?? 0) * share));
    const placed = (await client.privatePostOrder({
      ...{ symbol, side, type, quantity: '0.001', newOrderRespType: 'RESULT' },
      ...(stop === 0 ? {} : { stopPrice: priced(stop) }),
      ...(limit === 0 ? {} : { price: priced(limit) }),
      ...(type.endsWith('_LIMIT') ? { timeInForce: 'GTC' } : {}),
    })) as { readonly orderId: string };
    expect(placed).toMatchObject({ status: 'NEW', side, ...shown });
    expect(await client.cancelOrder(placed.orderId, BTC)).toMatchObject({ status: 'canceled' });
  });

  test('refuses a stop that would trigger immediately, and a maker order that would fill immediately', async () => {
    const order = { symbol, side: 'SELL', quantity: '0.001' };
    await expect(
      client.privatePostOrder({ ...order, type: 'STOP_LOSS', stopPrice: '90000' }),
    ).rejects.toMatchObject({
      name: 'OrderImmediatelyFillable',
    });
    const maker = { ...order, side: 'BUY', type: 'LIMIT_MAKER', price: '90000' };
    await expect(client.privatePostOrder(maker)).rejects.toMatchObject({ name: 'OrderImmediatelyFillable' });
  });

  const refused: readonly (readonly [
    what: string,
    run: () => Promise<unknown>,
    name: string,
    text: string,
  ])[] = [
    [
      'too little money',
      async () => client.createOrder(BTC, 'market', 'sell', 99),
      'InsufficientFunds',
      'insufficient balance',
    ],
    [
      'a quantity off the step',
      async () => client.privatePostOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: '0.0000001' }),
      'InvalidOrder',
      'LOT_SIZE',
    ],
    [
      'a price off the tick',
      async () =>
        client.privatePostOrder({
          symbol,
          side: 'BUY',
          type: 'LIMIT',
          timeInForce: 'GTC',
          quantity: '0.001',
          price: '1000.001',
        }),
      'InvalidOrder',
      'PRICE_FILTER',
    ],
    [
      'no quantity',
      async () => client.privatePostOrder({ symbol, side: 'BUY', type: 'MARKET' }),
      'BadRequest',
      '-1102',
    ],
    ['an order that does not exist', async () => client.fetchOrder('1', BTC), 'OrderNotFound', '-2013'],
    ['a cancellation without orders', async () => client.cancelOrder('1', BTC), 'OrderNotFound', '-2011'],
    [
      'a late request',
      async () => client.privateGetAccount({ timestamp: Date.now() - 60_000 }),
      'InvalidNonce',
      '-1021',
    ],
  ];
  test.each(refused)('is refused: %s', async (_what, run, name, said) => {
    await expect(run()).rejects.toMatchObject({ name, message: expect.stringContaining(said) as unknown });
  });

  test('is refused with a wrong secret, an unknown key, and a key that may only read', async () => {
    const wrong = ccxtClient(server.origin, { ...keys, secret: '0'.repeat(64) });
    await expect(wrong.fetchBalance()).rejects.toMatchObject({
      message: expect.stringContaining('-1022') as unknown,
    });
    const unknown = ccxtClient(server.origin, { ...keys, apiKey: 'A'.repeat(32) });
    await expect(unknown.fetchBalance()).rejects.toMatchObject({ name: 'AuthenticationError' });
    const reader = ccxtClient(server.origin, await makeKeys(server, ['read']));
    expect(await reader.fetchBalance()).toMatchObject({ USDT: { free: number } });
    await expect(reader.createOrder(BTC, 'market', 'buy', 0.001)).rejects.toMatchObject({
      message: expect.stringContaining('-2015') as unknown,
    });
  });

  test('watches its orders, trades and balance', async () => {
    await client.loadMarkets();
    // The methods below would subscribe as well, but only this one resolves once the server has confirmed the subscription.
    await client.ensureUserDataStreamWsSubscribeSignature('spot');
    const [orders, trades, balance] = [
      client.watchOrders(BTC),
      client.watchMyTrades(BTC),
      client.watchBalance(),
    ];
    const awaited = () => Object.values(client.clients).flatMap(({ futures }) => Object.keys(futures));
    const names = [`orders:${BTC}`, `myTrades:${BTC}`, 'spot:balance'];
    await expect.poll(awaited).toEqual(expect.arrayContaining(names));
    const order = await client.createOrder(BTC, 'market', 'buy', 0.001, undefined, { clientOrderId: 'seen' });
    let seen = await orders;
    // The event that the order was placed may arrive before the one that it was executed.
    // oxlint-disable-next-line no-await-in-loop
    while (seen.at(-1)?.status === 'open') seen = await client.watchOrders(BTC);
    expect(seen.at(-1)).toMatchObject({ id: order.id, clientOrderId: 'seen', status: 'closed' });
    expect((await trades).at(-1)).toMatchObject({ order: order.id, amount: 0.001, side: 'buy' });
    expect(await balance).toMatchObject({ BTC: { free: number } });
  });
});

test('@binance/spot makes the signed calls over HTTP and a WebSocket', async () => {
  const { restAPI, websocketAPI } = spotClient(server.origin, keys);
  const rows: readonly (readonly [
    name: string,
    ask: () => Promise<{ data(): Promise<unknown> }>,
    found: object,
  ])[] = [
    [
      'getAccount',
      async () => restAPI.getAccount({ omitZeroBalances: true }),
      { accountType: 'SPOT', canTrade: true },
    ],
    [
      'accountCommission',
      async () => restAPI.accountCommission({ symbol }),
      { standardCommission: { maker: price } },
    ],
    ['rateLimitOrder', async () => restAPI.rateLimitOrder(), [{ interval: 'SECOND' }, { interval: 'DAY' }]],
    [
      'orderTest',
      async () =>
        restAPI.orderTest({ symbol, side: 'BUY' as never, type: 'MARKET' as never, quantity: 0.001 }),
      {},
    ],
    [
      'newOrder',
      async () =>
        restAPI.newOrder({ symbol, side: 'BUY' as never, type: 'MARKET' as never, quoteOrderQty: 100 }),
      { status: 'FILLED', fills: [{ commissionAsset: 'USDT' }] },
    ],
    ['getOpenOrders', async () => restAPI.getOpenOrders({ symbol }), []],
    ['openOrderList', async () => restAPI.openOrderList(), []],
  ];
  for (const [name, ask, found] of rows) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await (await ask()).data(), name).toMatchObject(found);
  }
  const { orderId, clientOrderId } = (await (
    await restAPI.newOrder({
      symbol,
      side: 'BUY' as never,
      type: 'LIMIT' as never,
      timeInForce: 'GTC' as never,
      quantity: 0.001,
      price: 20_000,
    })
  ).data()) as { orderId: number; clientOrderId: string };
  expect(await (await restAPI.getOrder({ symbol, origClientOrderId: clientOrderId })).data()).toMatchObject({
    orderId,
    status: 'NEW',
    price: '20000.00000000',
  });
  const replaced = await (
    await restAPI.orderCancelReplace({
      symbol,
      side: 'BUY' as never,
      type: 'LIMIT' as never,
      timeInForce: 'GTC' as never,
      cancelReplaceMode: 'STOP_ON_FAILURE' as never,
      cancelOrderId: orderId,
      quantity: 0.002,
      price: 21_000,
    })
  ).data();
  expect(replaced).toMatchObject({
    cancelResult: 'SUCCESS',
    newOrderResult: 'SUCCESS',
    newOrderResponse: { origQty: '0.00200000' },
  });
  expect(await (await restAPI.deleteOpenOrders({ symbol })).data()).toMatchObject([
    { status: 'CANCELED', origQty: '0.00200000' },
  ]);
  expect(await (await restAPI.allOrders({ symbol, limit: 1 })).data()).toMatchObject([
    { status: 'CANCELED' },
  ]);
  expect(await (await restAPI.myTrades({ symbol, limit: 1 })).data()).toMatchObject([
    { isBuyer: true, price },
  ]);

  const connection = await websocketAPI.connect();
  const { stream } = await connection.userDataStreamSubscribeSignature();
  const heard: unknown[] = [];
  stream.on('message', (event) => void heard.push(event));
  const placed = await connection.orderPlace({
    symbol,
    side: 'BUY' as never,
    type: 'MARKET' as never,
    quantity: 0.001,
  });
  expect(placed.data).toMatchObject({ status: 'FILLED' });
  await expect
    .poll(() => heard.slice(0, 2))
    .toMatchObject([
      { e: 'executionReport', x: 'NEW', X: 'NEW', s: symbol, N: null },
      { e: 'executionReport', x: 'TRADE', X: 'FILLED', s: symbol, N: 'USDT' },
    ]);
  await connection.disconnect();
});

test('@binance/connector makes the signed calls', async () => {
  const client = connectorClient(server.origin, keys);
  const rows: readonly (readonly [name: string, given: readonly unknown[], found: object])[] = [
    [
      'account',
      [],
      {
        accountType: 'SPOT',
        balances: expect.arrayContaining([{ asset: 'USDT', free: text, locked: text }]) as unknown,
      },
    ],
    ['newOrderTest', [symbol, 'BUY', 'MARKET', { quantity: 0.001 }], {}],
    [
      'newOrder',
      [symbol, 'BUY', 'MARKET', { quantity: 0.001 }],
      { status: 'FILLED', executedQty: '0.00100000' },
    ],
    [
      'newOrder',
      [
        symbol,
        'BUY',
        'LIMIT',
        { quantity: 0.001, price: 20_000, timeInForce: 'GTC', newClientOrderId: 'c1' },
      ],
      { status: 'NEW' },
    ],
    ['getOrder', [symbol, { origClientOrderId: 'c1' }], { status: 'NEW' }],
    ['openOrders', [{ symbol }], [{ clientOrderId: 'c1' }]],
    ['cancelOrder', [symbol, { origClientOrderId: 'c1' }], { status: 'CANCELED', origClientOrderId: 'c1' }],
    ['allOrders', [symbol, { limit: 1 }], [{ clientOrderId: 'c1', status: 'CANCELED' }]],
    ['myTrades', [symbol, { limit: 1 }], [{ isBuyer: true }]],
    ['orderCount', [], [{ interval: 'SECOND' }, { interval: 'DAY' }]],
    ['getOpenOCOOrders', [], []],
  ];
  for (const [name, given, found] of rows) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await client[name]?.(...given))?.data, name).toMatchObject(found);
  }
});
