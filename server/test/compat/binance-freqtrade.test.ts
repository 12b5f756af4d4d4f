/**
 * The calls of freqtrade, in its form and order, and the other calls of ccxt that trade and watch, with the unmodified
 * package.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import { ccxtClient } from './clients.ts';
import type { Keys } from './clients.ts';
import { makeKeys } from './keys.ts';

let server: WholeServer;
let keys: Keys;
let client: ReturnType<typeof ccxtClient>;
beforeAll(async () => {
  server = await openWholeServer({ past: true });
  keys = await makeKeys(server);
}, 120_000);
afterAll(async () => server.stop());
beforeEach(async () => {
  client = ccxtClient(server.origin, keys);
  await client.loadHttpProxyAgent();
  await client.loadMarkets();
});
afterEach(async () => client.close());

const PAIR = 'BTC/USDT';
const number = expect.any(Number) as unknown;

/** Rounds as freqtrade does, to the market's precision. */
async function rounded(share: number) {
  const { bid = 0 } = await client.fetchTicker(PAIR);
  return {
    amount: Number(client.amountToPrecision(PAIR, 0.00123456)),
    rate: Number(client.priceToPrecision(PAIR, (bid ?? 0) * share)),
  };
}

test('reads candles, tickers, order books and balances', async () => {
  const since = Date.now() - 500 * 300_000;
  const candles = await client.fetchOHLCV(PAIR, '5m', since, 1000);
  expect(candles.length).toBeGreaterThan(400);
  expect(candles.every(([time]) => Number(time) % 300_000 === 0 && Number(time) >= since)).toBe(true);
  expect(await client.fetchTicker(PAIR)).toMatchObject({
    symbol: PAIR,
    bid: number,
    ask: number,
    last: number,
  });
  const tickers = await client.fetchTickers([PAIR, 'ETH/USDT']);
  expect(Object.keys(tickers).toSorted()).toEqual([PAIR, 'ETH/USDT']);
  expect(tickers[PAIR]).toMatchObject({ quoteVolume: number, percentage: number });
  // freqtrade requests the smallest limit that suffices.
  for (const limit of [5, 20, 1000]) {
    // oxlint-disable-next-line no-await-in-loop
    const { asks, bids } = await client.fetchL2OrderBook(PAIR, limit);
    expect([asks.length, bids.length]).toEqual([1, 1]);
  }
  const { info, free, total, used, ...balances } = await client.fetchBalance();
  expect(info).toMatchObject({ accountType: 'SPOT' });
  expect([free, total, used].every((part) => typeof part === 'object')).toBe(true);
  expect(balances['USDT']).toMatchObject({ free: number, used: number, total: number });
});

test('buys, places a stop loss on the exchange, and sells', async () => {
  const { amount } = await rounded(1);
  const entry = await client.createOrder(PAIR, 'market', 'buy', amount, undefined, {});
  expect(await client.fetchOrder(entry.id ?? '', PAIR, {})).toMatchObject({
    status: 'closed',
    filled: amount,
  });
  const { rate: stopPrice } = await rounded(0.9);
  const { rate: limit } = await rounded(0.891);
  const params = { stopPrice, timeInForce: 'GTC' };
  const stop = await client.createOrder(PAIR, 'stop_loss_limit', 'sell', amount, limit, params);
  expect(stop).toMatchObject({ status: 'open', stopPrice, price: limit, amount });
  expect(await client.fetchOrder(stop.id ?? '', PAIR)).toMatchObject({
    status: 'open',
    info: { type: 'STOP_LOSS_LIMIT' },
  });
  expect(await client.cancelOrder(stop.id ?? '', PAIR)).toMatchObject({ id: stop.id, status: 'canceled' });
  const exit = await client.createOrder(PAIR, 'limit', 'sell', amount, limit, { timeInForce: 'GTC' });
  expect(exit).toMatchObject({ status: 'closed', filled: amount });
  const since = Date.now() - 3_600_000;
  const trades = await client.fetchMyTrades(PAIR, since);
  expect(trades.filter(({ order }) => order === entry.id)).toMatchObject([
    { amount, fee: { currency: 'USDT' } },
  ]);
  expect((await client.fetchOrders(PAIR, since)).map(({ id }) => id)).toEqual(
    expect.arrayContaining([entry.id, stop.id]),
  );
});

test('places and edits a post-only order, is refused an immediate and a trailing order, and cancels all orders', async () => {
  const { amount, rate } = await rounded(0.9);
  const maker = await client.createOrder(PAIR, 'limit', 'buy', amount, rate, { timeInForce: 'PO' });
  expect(maker).toMatchObject({ status: 'open', price: rate });
  const now = client.createOrder(PAIR, 'limit', 'buy', amount, rate, { timeInForce: 'FOK' });
  await expect(now).rejects.toThrow('-2010');
  const edited = await client.editOrder(maker.id ?? '', PAIR, 'limit', 'buy', amount, rate - 1);
  expect(edited).toMatchObject({ status: 'open', price: rate - 1 });
  expect(edited.id).not.toBe(maker.id);
  const trailing = client.createOrder(PAIR, 'market', 'sell', amount, undefined, {
    ...{ trailingDelta: 100, stopLossOrTakeProfit: 'stopLoss' },
  });
  await expect(trailing).rejects.toThrow('Trailing stop orders are not supported for this symbol.');
  expect(await client.cancelAllOrders(PAIR)).toMatchObject([{ id: edited.id, status: 'canceled' }]);
  expect(await client.fetchOpenOrders(PAIR)).toEqual([]);
});

/** Waits until the events of the customer's own streams match. */
async function watched<Row>(watch: () => Promise<Row[]>, fits: (row: Row) => boolean): Promise<Row> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const found = (await watch()).find(fits);
    if (found !== undefined) return found;
  }
}

test('watches orders, trades and balances', async () => {
  const clientOrderId = `watched-${Date.now()}`;
  const order = watched(
    async () => client.watchOrders(PAIR),
    (one) => one.clientOrderId === clientOrderId && one.status === 'closed',
  );
  const trade = watched(
    async () => client.watchMyTrades(PAIR),
    (one) => one.amount === 0.002,
  );
  const balance = client.watchBalance();
  // Nothing reports when the subscriptions are confirmed, so the test waits long enough.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const placed = await client.createOrder(PAIR, 'market', 'buy', 0.002, undefined, { clientOrderId });
  expect(await order).toMatchObject({ id: placed.id, filled: 0.002 });
  expect(await trade).toMatchObject({ order: placed.id, side: 'buy' });
  expect(await balance).toMatchObject({ BTC: { total: number } });
}, 60_000);

test('markets, tickers, candles and trades have the structure that ccxt documents', async () => {
  const decimal = (value: unknown) => value === undefined || typeof value === 'number';
  for (const market of Object.values(client.markets ?? {})) {
    expect(market).toMatchObject({
      id: expect.any(String),
      symbol: expect.any(String),
      spot: true,
      active: true,
    });
    expect(market?.symbol).toBe(`${market?.base}/${market?.quote}`);
    expect(Number(market?.limits.amount?.min)).toBeLessThan(Number(market?.limits.amount?.max));
    expect(Number(market?.precision.price)).toBeGreaterThan(0);
  }
  for (const ticker of Object.values(await client.fetchTickers())) {
    expect(Number(ticker.bid)).toBeLessThanOrEqual(Number(ticker.ask));
    expect(Number(ticker.low)).toBeLessThanOrEqual(Number(ticker.high));
    expect([ticker.open, ticker.close, ticker.vwap, ticker.baseVolume].every(decimal)).toBe(true);
    expect(ticker.last).toBe(ticker.close);
    expect(Number(ticker.timestamp)).toBeGreaterThan(1_500_000_000_000);
  }
  for (const timeframe of Object.keys(client.timeframes ?? {})) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await client.fetchOHLCV(PAIR, timeframe, undefined, 5);
    expect(rows.length, timeframe).toBeGreaterThan(0);
    for (const [time, open, high, low, close, volume] of rows as number[][]) {
      expect(
        [time, volume].every((value) => Number(value) >= 0),
        timeframe,
      ).toBe(true);
      expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
      expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
    }
  }
  const trades = await client.fetchTrades(PAIR, undefined, 50);
  expect(trades.map(({ timestamp }) => timestamp)).toEqual(
    trades.map(({ timestamp }) => timestamp).toSorted((one, other) => Number(one) - Number(other)),
  );
  expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
});
