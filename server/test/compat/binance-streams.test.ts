/** Market streams of a real demo server, read over plain WebSockets: every name, and every request to change them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';

let server: WholeServer;
beforeAll(async () => {
  server = await openWholeServer({ past: true });
}, 120_000);
afterAll(async () => server.stop());

type Message = Readonly<Record<string, unknown>>;

async function open(path: string) {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/compat/binance${path}`);
  const heard: Message[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Message));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    heard,
    /** Returns the first message that fits, even if it arrived earlier. */
    find: async (fits: (message: Message) => boolean): Promise<Message> => {
      await expect.poll(() => heard.some(fits), { timeout: 20_000 }).toBe(true);
      return heard.find(fits) ?? {};
    },
    ask: async (request: unknown): Promise<Message> => {
      const before = heard.length;
      socket.send(typeof request === 'string' ? request : JSON.stringify(request));
      const isAnswer = (message: Message) => 'id' in message;
      await expect.poll(() => heard.slice(before).some(isAnswer), { timeout: 20_000 }).toBe(true);
      return heard.slice(before).find(isAnswer) ?? {};
    },
  };
}

const price = expect.stringMatching(/^-?\d+\.\d{8}$/) as unknown;
const number = expect.any(Number) as unknown;
const level = [price, price];

test('a candle of every interval begins when its interval does', async () => {
  const names = '1s 1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M'.split(' ');
  const streams = names.map((name) => `btcusdt@kline_${name}`).join('/');
  const { find, socket } = await open(`/stream?streams=${streams}`);
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop
    const { data } = await find(({ stream }) => stream === `btcusdt@kline_${name}`);
    const { k } = data as { readonly k: { readonly t: number; readonly T: number; readonly v: string } };
    expect(data).toMatchObject({ e: 'kline', s: 'BTCUSDT', k: { i: name, o: price, h: price, B: '0' } });
    const query = `symbol=BTCUSDT&interval=${name}&startTime=${k.t}&limit=1`;
    // oxlint-disable-next-line no-await-in-loop
    const rows = (await (
      await fetch(`${server.origin}/compat/binance/api/v3/klines?${query}`)
    ).json()) as unknown[][];
    expect([rows[0]?.[0], rows[0]?.[6]], name).toEqual([k.t, k.T]);
    if (name !== '1s') expect(Number(rows[0]?.[5]), name).toBeGreaterThanOrEqual(Number(k.v));
  }
  socket.close();
});

test('a one-second candle is closed once the next second has a quote', async () => {
  const { find, socket } = await open('/ws/btcusdt@kline_1s');
  const { k } = (await find((message) => (message['k'] as { readonly x: boolean }).x)) as {
    readonly k: { readonly t: number; readonly T: number };
  };
  expect(k.T - k.t).toBe(999);
  socket.close();
});

const day = { p: price, P: expect.any(String) as unknown, w: price, o: price, h: price, l: price, c: price };
test.each([
  ['btcusdt@ticker', { e: '24hrTicker', s: 'BTCUSDT', ...day, b: price, A: price, O: number, F: -1 }],
  ['btcusdt@miniTicker', { e: '24hrMiniTicker', s: 'BTCUSDT', c: price, q: price }],
  ['btcusdt@ticker_1h', { e: '1hTicker', s: 'BTCUSDT', ...day, O: number, C: number, n: 0 }],
  ['btcusdt@ticker_1d', { e: '1dTicker', s: 'BTCUSDT', ...day }],
  ['btcusdt@bookTicker', { u: number, s: 'BTCUSDT', b: price, B: price, a: price, A: price }],
  ['btcusdt@avgPrice', { e: 'avgPrice', s: 'BTCUSDT', i: '5m', w: price, T: number }],
  ['btcusdt@depth5', { lastUpdateId: number, bids: [level], asks: [level] }],
  ['btcusdt@depth10@100ms', { lastUpdateId: number, bids: [level], asks: [level] }],
  ['btcusdt@depth20', { lastUpdateId: number, bids: [level], asks: [level] }],
  [
    'btcusdt@depth',
    { e: 'depthUpdate', s: 'BTCUSDT', U: number, u: number, b: expect.any(Array) as unknown },
  ],
  [
    'btcusdt@trade',
    { e: 'trade', s: 'BTCUSDT', t: number, p: price, q: price, m: expect.any(Boolean) as unknown },
  ],
  ['btcusdt@aggTrade', { e: 'aggTrade', s: 'BTCUSDT', a: number, p: price, f: number, l: number, M: true }],
])('sends the messages of %s', async (name, message) => {
  const { find, socket } = await open(`/ws/${name}`);
  expect(await find(() => true)).toMatchObject(message);
  socket.close();
});

test.each([
  ['!ticker@arr', '24hrTicker'],
  ['!miniTicker@arr', '24hrMiniTicker'],
  ['!ticker_4h@arr', '4hTicker'],
])('%s sends all pairs at first, and then those that changed', async (name, e) => {
  const { find, heard, socket } = await open(`/ws/${name}`);
  const first = (await find(Array.isArray)) as unknown as readonly Message[];
  expect(first.length).toBe(10);
  expect(first[0]).toMatchObject({ e });
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(1);
  socket.close();
});

test('a connection changes its streams and the form of their messages', async () => {
  const { ask, find, socket } = await open('/ws');
  expect(await ask({ id: 1, method: 'SUBSCRIBE', params: ['btcusdt@depth5', 'ethusdt@trade'] })).toEqual({
    ...{ result: null, id: 1 },
  });
  expect(await ask({ id: 'two', method: 'LIST_SUBSCRIPTIONS' })).toEqual({
    ...{ result: ['btcusdt@depth5', 'ethusdt@trade'], id: 'two' },
  });
  expect(await ask({ id: 3, method: 'GET_PROPERTY', params: ['combined'] })).toEqual({
    result: false,
    id: 3,
  });
  expect(await ask({ id: 4, method: 'SET_PROPERTY', params: ['combined', true] })).toEqual({
    result: null,
    id: 4,
  });
  expect(await find(({ stream }) => stream === 'btcusdt@depth5')).toMatchObject({ data: { bids: [level] } });
  expect(await ask({ id: null, method: 'UNSUBSCRIBE', params: ['btcusdt@depth5'] })).toEqual({
    ...{ result: null, id: null },
  });
  expect(await ask({ id: 5, method: 'LIST_SUBSCRIPTIONS' })).toEqual({ result: ['ethusdt@trade'], id: 5 });
  socket.close();
});

test.each([
  ['not JSON', 3, 'Invalid JSON: expected value at line 1 column 1'],
  [{ id: 1.5, method: 'LIST_SUBSCRIPTIONS' }, 2, 'Invalid request: request ID must be an unsigned integer'],
  [{ id: 1 }, 2, expect.stringContaining('missing field `method`')],
  [
    { id: 1, method: 'subscribe' },
    2,
    expect.stringContaining('unknown variant `subscribe`, expected one of'),
  ],
  [{ id: 1, method: 'SUBSCRIBE', params: ['btcusdt@none'] }, 2, expect.stringContaining('unknown stream')],
  [
    { id: 1, method: 'SET_PROPERTY', params: [1, true] },
    2,
    'Invalid request: property name must be a string',
  ],
  [
    { id: 1, method: 'SET_PROPERTY', params: ['combined', true, 1] },
    2,
    'Invalid request: too many parameters',
  ],
  [{ id: 1, method: 'SET_PROPERTY', params: ['combined', 'yes'] }, 1, 'Invalid value type: expected Boolean'],
  [{ id: 1, method: 'GET_PROPERTY', params: ['other'] }, 0, 'Unknown property'],
])('refuses %j', async (request, code, msg) => {
  const { ask, socket } = await open('/ws/btcusdt@depth5');
  expect(await ask(request)).toMatchObject({ code, msg, error: { code, msg } });
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.close();
});

test('serves no times in microseconds', async () => {
  await expect(open('/ws/btcusdt@trade?timeUnit=MICROSECOND')).rejects.toThrow('404');
  const headers = { 'x-mbx-time-unit': 'MICROSECOND' };
  const answer = await fetch(`${server.origin}/compat/binance/api/v3/time`, { headers });
  expect(await answer.json()).toMatchObject({ code: -1194 });
});
