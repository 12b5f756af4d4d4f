/** Unmodified clients of another exchange read the public market of a real demo server: every call of the tables works. */
import { WebsocketStream } from '@binance/connector';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import { ccxtClient, connectorClient, spotClient } from './clients.ts';

let server: WholeServer;
beforeAll(async () => {
  server = await openWholeServer({ past: true });
}, 120_000);
afterAll(async () => server.stop());

const BTC = 'BTC/USDT';
const number = expect.any(Number) as unknown;
const price = expect.stringMatching(/^\d+\.\d{8}$/) as unknown;
const level = [price, price];
const row = expect.arrayContaining([price]) as unknown;

describe('ccxt', () => {
  type Client = ReturnType<typeof ccxtClient>;
  const trade = expect.objectContaining({ symbol: BTC, price: number, timestamp: number }) as unknown;
  const calls: readonly (readonly [
    name: string,
    run: (client: Client) => Promise<unknown>,
    found: unknown,
  ])[] = [
    [
      'loadMarkets',
      async (client) => (await client.loadMarkets())[BTC],
      {
        ...{ id: 'BTCUSDT', type: 'spot', active: true, contract: false },
        precision: { amount: 0.00001, price: 0.01 },
        limits: { amount: { min: 0.0001, max: 100 } },
      },
    ],
    ['fetchTime', async (client) => ({ time: await client.fetchTime() }), { time: number }],
    ['fetchTicker', async (client) => client.fetchTicker(BTC), { symbol: BTC, bid: number, ask: number }],
    [
      'fetchTickers',
      async (client) => client.fetchTickers(),
      { [BTC]: { last: number, baseVolume: number } },
    ],
    ['fetchBidsAsks', async (client) => client.fetchBidsAsks(), { [BTC]: { bid: number, ask: number } }],
    ['fetchLastPrices', async (client) => client.fetchLastPrices(), { [BTC]: { price: number } }],
    [
      'fetchOrderBook',
      async (client) => client.fetchOrderBook(BTC),
      { bids: [[number, 100]], asks: [[number, 100]] },
    ],
    [
      'fetchOHLCV of the newest',
      async (client) => (await client.fetchOHLCV(BTC, '5m', undefined, 100))[99],
      [number, number, number, number, number, number],
    ],
    [
      'fetchOHLCV since a time',
      async (client) => ({ rows: (await client.fetchOHLCV(BTC, '2h', Date.now() - 86_400_000, 5)).length }),
      { rows: 5 },
    ],
    ['fetchTrades', async (client) => client.fetchTrades(BTC, undefined, 2), [trade, trade]],
    ['watchTicker', async (client) => client.watchTicker(BTC), { symbol: BTC, last: number }],
    ['watchTickers', async (client) => client.watchTickers([BTC]), { [BTC]: { last: number } }],
    ['watchBidsAsks', async (client) => client.watchBidsAsks([BTC]), { [BTC]: { bid: number } }],
    [
      'watchOrderBook',
      async (client) => client.watchOrderBook(BTC),
      { bids: [[number, 100]], asks: [[number, 100]] },
    ],
    ['watchTrades', async (client) => (await client.watchTrades(BTC)).slice(-1), [trade]],
    [
      'watchOHLCV',
      async (client) => (await client.watchOHLCV(BTC, '1m')).at(-1),
      [number, number, number, number, number, number],
    ],
  ];
  test.each(calls)('gets a valid answer from %s', async (_name, run, found) => {
    const client = ccxtClient(server.origin);
    await client.loadHttpProxyAgent();
    try {
      expect(await run(client)).toMatchObject(found as object);
    } finally {
      await client.close();
    }
  });

  test('keeps a one-level order book up to date by the changes of a stream', async () => {
    const client = ccxtClient(server.origin);
    await client.loadHttpProxyAgent();
    try {
      for (let at = 0; at < 5; at += 1) {
        // oxlint-disable-next-line no-await-in-loop
        const { bids, asks } = await client.watchOrderBook(BTC);
        expect([bids.length, asks.length]).toEqual([1, 1]);
        expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]));
      }
    } finally {
      await client.close();
    }
  });

  test('throws the matching error for an unknown symbol and for an unknown interval', async () => {
    const client = ccxtClient(server.origin);
    await expect(client.publicGetTickerPrice({ symbol: 'NOUSDT' })).rejects.toMatchObject({
      name: 'BadSymbol',
    });
    await expect(client.publicGetKlines({ symbol: 'BTCUSDT', interval: '2M' })).rejects.toMatchObject({
      name: 'BadRequest',
    });
  });
});

describe('@binance/spot', () => {
  type Rest = ReturnType<typeof spotClient>['restAPI'];
  const symbol = 'BTCUSDT';
  const calls: readonly (readonly [
    name: string,
    run: (rest: Rest) => Promise<{ data(): Promise<unknown> }>,
    found: unknown,
  ])[] = [
    ['ping', (rest) => rest.ping(), {}],
    ['time', (rest) => rest.time(), { serverTime: number }],
    ['exchangeInfo', (rest) => rest.exchangeInfo({ symbol }), { symbols: [{ symbol, status: 'TRADING' }] }],
    ['depth', (rest) => rest.depth({ symbol }), { bids: [level], asks: [level] }],
    ['trades', (rest) => rest.getTrades({ symbol, limit: 1 }), [{ id: number, price }]],
    ['aggTrades', (rest) => rest.aggTrades({ symbol, limit: 1 }), [{ a: number, p: price }]],
    ['historicalTrades', (rest) => rest.historicalTrades({ symbol, limit: 1 }), [{ id: number, price }]],
    ['klines', (rest) => rest.klines({ symbol, interval: '1m' as never, limit: 1 }), [row]],
    ['uiKlines', (rest) => rest.uiKlines({ symbol, interval: '1h' as never, limit: 1 }), [row]],
    ['avgPrice', (rest) => rest.avgPrice({ symbol }), { mins: 5, price }],
    [
      'ticker',
      (rest) => rest.ticker({ symbol, windowSize: '4h' as never }),
      { symbol, openPrice: price, weightedAvgPrice: price, count: 0 },
    ],
    [
      'ticker, MINI',
      (rest) => rest.ticker({ symbols: [symbol, 'ETHUSDT'], type: 'MINI' as never }),
      [{ symbol, openPrice: price }, { symbol: 'ETHUSDT' }],
    ],
    [
      'tickerTradingDay',
      (rest) => rest.tickerTradingDay({ symbol, timeZone: '8' }),
      { symbol, volume: price },
    ],
    ['ticker24hr', (rest) => rest.ticker24hr({ symbol }), { symbol, lastPrice: price, quoteVolume: price }],
    ['tickerPrice', (rest) => rest.tickerPrice({ symbol }), { symbol, price }],
    ['tickerBookTicker', (rest) => rest.tickerBookTicker({ symbol }), { symbol, bidPrice: price }],
  ];
  test.each(calls)('gets a valid answer from %s', async (_name, run, found) => {
    const answer = await run(spotClient(server.origin).restAPI);
    expect(await answer.data()).toMatchObject(found as object);
  });

  test('gets candles of every interval, and the same candles from a start time', async () => {
    const rest = spotClient(server.origin).restAPI;
    for (const interval of '1s 1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M'.split(' ')) {
      const about = { symbol, interval: interval as never };
      // oxlint-disable-next-line no-await-in-loop
      const rows = (await (await rest.klines({ ...about, limit: 2 })).data()) as unknown as number[][];
      expect(rows.length, interval).toBeGreaterThan(0);
      const [first] = rows;
      const startTime = first?.[0] ?? 0;
      // oxlint-disable-next-line no-await-in-loop
      const from = (await (await rest.klines({ ...about, startTime, limit: 1 })).data()) as unknown[][];
      expect(from[0]?.slice(0, 2), interval).toEqual(first?.slice(0, 2));
    }
  });

  test('gets the trades from a given time', async () => {
    const rest = spotClient(server.origin).restAPI;
    type Rows = readonly { readonly a: number; readonly T: number }[];
    const newest = (await (await rest.aggTrades({ symbol, limit: 5 })).data()) as unknown as Rows;
    const startTime = newest[2]?.T ?? 0;
    const from = (await (await rest.aggTrades({ symbol, startTime, limit: 1 })).data()) as unknown as Rows;
    expect(from.map(({ T }) => T)).toEqual([startTime]);
    const until = (await (await rest.aggTrades({ symbol, endTime: startTime })).data()) as unknown as Rows;
    expect(until.at(-1)?.T).toBe(startTime);
  });

  test('receives the messages of a stream', async () => {
    const connection = await spotClient(server.origin).websocketStreams.connect();
    const heard = await new Promise<unknown>((resolve) => {
      connection.bookTicker({ symbol: 'btcusdt' }).on('message', resolve);
    });
    await connection.disconnect();
    expect(heard).toMatchObject({ s: symbol, b: price, a: price });
  });
});

describe('@binance/connector', () => {
  const symbol = 'BTCUSDT';
  const calls: readonly (readonly [name: string, given: readonly unknown[], found: unknown])[] = [
    ['ping', [], {}],
    ['time', [], { serverTime: number }],
    ['exchangeInfo', [{ symbols: [symbol] }], { symbols: [{ symbol }] }],
    ['depth', [symbol, { limit: 5 }], { bids: [level], asks: [level] }],
    ['trades', [symbol, { limit: 1 }], [{ price }]],
    ['historicalTrades', [symbol, { limit: 1 }], [{ price }]],
    ['aggTrades', [symbol, { limit: 1 }], [{ p: price }]],
    ['klines', [symbol, '4h', { limit: 1 }], [row]],
    ['uiklines', [symbol, '4h', { limit: 1 }], [row]],
    ['avgPrice', [symbol], { price }],
    ['ticker24hr', [symbol], { symbol, lastPrice: price }],
    ['tickerPrice', ['', [symbol, 'ETHUSDT']], [{ symbol }, { symbol: 'ETHUSDT' }]],
    ['bookTicker', [symbol], { symbol, askPrice: price }],
  ];
  test.each(calls)('gets a valid answer from %s', async (name, given, found) => {
    const client = connectorClient(server.origin);
    expect((await client[name]?.(...given))?.data).toMatchObject(found as object);
  });

  test.each([false, true])('receives the messages of a stream, combined: %s', async (combinedStreams) => {
    let stream: WebsocketStream | undefined;
    const heard = await new Promise<string>((message) => {
      const wsURL = `${server.origin.replace('http', 'ws')}/compat/binance`;
      stream = new WebsocketStream({ wsURL, combinedStreams, callbacks: { message } });
      stream.kline('BTCUSDT', '1m');
    });
    stream?.disconnect();
    const kline = { e: 'kline', s: symbol, k: { i: '1m', o: price, x: false } };
    expect(JSON.parse(heard)).toMatchObject(
      combinedStreams ? { stream: 'btcusdt@kline_1m', data: kline } : kline,
    );
  });
});
