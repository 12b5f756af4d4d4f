/** The calls over a WebSocket of a real demo server: single signed requests, a login of an Ed25519 key, and a customer's own events. */
import { createHmac, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { breaches } from '../../src/app/breaches.ts';
import { createPool } from '../../src/db/pool.ts';
import { LIMITS } from '../../src/limits.ts';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import type { Keys } from './clients.ts';
import { makeEd25519, makeKeys } from './keys.ts';

let server: WholeServer;
let shared: Keys;
let ed25519: Awaited<ReturnType<typeof makeEd25519>>;
beforeAll(async () => {
  server = await openWholeServer();
  shared = await makeKeys(server);
  ed25519 = await makeEd25519(server);
}, 120_000);
afterAll(async () => {
  const pool = createPool(server.url, { max: 2 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  await server.stop();
});

type Params = Readonly<Record<string, unknown>>;
type Answer = {
  readonly id: unknown;
  readonly status: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly msg: string; readonly data?: object };
  readonly rateLimits?: readonly { readonly rateLimitType: string; readonly count: number }[];
};
type Event = Readonly<Record<string, unknown>> & { readonly e: string };

async function open(query = '') {
  const url = `${server.origin.replace('http', 'ws')}/compat/binance/ws-api/v3${query}`;
  const socket = new WebSocket(url);
  const answers: Answer[] = [];
  const events: { readonly subscriptionId: number; readonly event: Event }[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Answer & (typeof events)[number];
    if ('event' in message) events.push(message);
    else answers.push(message);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  let asked = 0;
  return {
    socket,
    events,
    raw: async (text: string): Promise<Answer> => {
      const before = answers.length;
      socket.send(text);
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(before);
      return answers[before] as Answer;
    },
    ask: async (method: string, params?: Params): Promise<Answer> => {
      asked += 1;
      const id = asked;
      socket.send(JSON.stringify({ id, method, ...(params === undefined ? {} : { params }) }));
      await expect.poll(() => answers.some((one) => one.id === id), { timeout: 20_000 }).toBe(true);
      return answers.find((one) => one.id === id) as Answer;
    },
  };
}

const sorted = (params: Params): string =>
  Object.entries(params)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');

function signed(params: Params = {}): Params {
  const all = { ...params, apiKey: shared.apiKey, timestamp: Date.now() };
  return { ...all, signature: createHmac('sha256', shared.secret).update(sorted(all)).digest('hex') };
}

function signedAs({ apiKey, privateKey }: typeof ed25519, params: Params = {}): Params {
  const all = { ...params, apiKey, timestamp: Date.now() };
  return { ...all, signature: sign(null, Buffer.from(sorted(all)), privateKey).toString('base64') };
}

const now = (): Params => ({ timestamp: Date.now() });
const number = expect.any(Number) as unknown;
const price = expect.stringMatching(/^\d+\.\d{8}$/) as unknown;
const symbol = 'BTCUSDT';
const resting = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '20000' };

test('answers public methods with the weight that was used', async () => {
  const { ask, socket } = await open();
  const rows: readonly (readonly [method: string, params: Params | undefined, found: unknown])[] = [
    ['ping', undefined, {}],
    ['v3/time', undefined, { serverTime: number }],
    ['exchangeInfo', { symbols: [symbol] }, { symbols: [{ symbol }] }],
    ['ticker.price', { symbol }, { symbol, price }],
    ['ticker.24hr', { symbols: [symbol], type: 'MINI' }, [{ symbol, lastPrice: price }]],
    ['ticker.book', { symbol }, { askQty: price }],
    ['ticker', { symbol, windowSize: '1h' }, { symbol, weightedAvgPrice: price }],
    ['ticker.tradingDay', { symbol }, { symbol, openPrice: price }],
    ['avgPrice', { symbol }, { mins: 5 }],
    ['depth', { symbol, limit: 5 }, { bids: [[price, price]] }],
    ['klines', { symbol, interval: '1m', limit: 1 }, [expect.any(Array)]],
    ['trades.recent', { symbol, limit: 1 }, [{ id: number }]],
  ];
  let used = 0;
  for (const [method, params, found] of rows) {
    // oxlint-disable-next-line no-await-in-loop
    const { status, result, rateLimits } = await ask(method, params);
    expect([status, result], method).toMatchObject([200, found]);
    const [limit] = rateLimits ?? [];
    expect(limit).toMatchObject({
      rateLimitType: 'REQUEST_WEIGHT',
      interval: 'MINUTE',
      intervalNum: 1,
      limit: 6000,
    });
    expect(limit?.count).toBeGreaterThan(used);
    used = limit?.count ?? 0;
  }
  expect(await ask('ping', { returnRateLimits: false })).not.toHaveProperty('rateLimits');
  socket.close();
  const silent = await open('?returnRateLimits=false');
  expect(await silent.ask('ping')).not.toHaveProperty('rateLimits');
  expect(await silent.ask('ping', { returnRateLimits: true })).toHaveProperty('rateLimits');
  silent.socket.close();
});

test.each([
  ['{', -1135, null],
  ['[]', -1135, null],
  ['{"id":7}', -1102, 7],
  ['{"id":{},"method":"ping"}', -1130, null],
  ['{"id":"a","method":"ping","params":[1]}', -1130, 'a'],
  ['{"id":"a","method":"ping","params":{"x":1}}', -1104, 'a'],
  ['{"id":"a","method":"order.fly"}', -1020, 'a'],
  ['{"id":"a","method":"userDataStream.subscribe"}', -1002, 'a'],
  ['{"id":"a","method":"account.status"}', -2014, 'a'],
])('refuses %s and stays open', async (text, code, id) => {
  const { raw, ask, socket } = await open();
  expect(await raw(text)).toMatchObject({ id, status: expect.any(Number) as unknown, error: { code } });
  expect(await ask('ping')).toMatchObject({ status: 200 });
  socket.close();
});

test('places, shows, tests and cancels orders by single signed requests', async () => {
  const { ask, socket } = await open();
  expect(
    (await ask('order.test', signed({ ...resting, computeCommissionRates: true }))).result,
  ).toMatchObject({
    standardCommissionForOrder: { taker: '0.00100000' },
  });
  const placed = await ask('order.place', signed({ ...resting, newClientOrderId: 'by-socket' }));
  expect(placed).toMatchObject({
    status: 200,
    result: { status: 'NEW', clientOrderId: 'by-socket', workingTime: number },
    rateLimits: [
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100, count: number },
      { rateLimitType: 'ORDERS', interval: 'DAY', count: number },
      { rateLimitType: 'REQUEST_WEIGHT', count: number },
    ],
  });
  const { orderId } = placed.result as { readonly orderId: number };
  expect((await ask('order.status', signed({ symbol, orderId }))).result).toMatchObject({ status: 'NEW' });
  expect((await ask('openOrders.status', signed({ symbol }))).result).toMatchObject([{ orderId }]);
  expect((await ask('account.status', signed({ omitZeroBalances: true }))).result).toMatchObject({
    accountType: 'SPOT',
  });
  const wrong = { symbol, orderId, origClientOrderId: 'another' };
  expect((await ask('order.status', signed(wrong))).error).toMatchObject({ code: -2039 });
  const restricted = { symbol, orderId, cancelRestrictions: 'ONLY_PARTIALLY_FILLED' };
  expect((await ask('order.cancel', signed(restricted))).error).toMatchObject({ code: -2011 });
  const cancelled = await ask('order.cancel', signed({ symbol, orderId, cancelRestrictions: 'ONLY_NEW' }));
  expect(cancelled.result).toMatchObject({ status: 'CANCELED', origClientOrderId: 'by-socket' });
  for (const method of ['order.amend.keepPriority', 'orderList.place.otoco', 'sor.order.place']) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(method, signed())).error, method).toMatchObject({
      code: expect.any(Number) as unknown,
    });
  }
  for (const method of ['myPreventedMatches', 'myAllocations']) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(method, signed({ symbol, orderId }))).result, method).toEqual([]);
  }
  socket.close();
});

test('a key with Ed25519 logs in, makes calls that it does not sign, and logs out', async () => {
  const { ask, socket } = await open();
  const nobody = { apiKey: null, authorizedSince: null, connectedSince: number, userDataStream: false };
  expect((await ask('session.status')).result).toMatchObject({ ...nobody, returnRateLimits: true });
  expect((await ask('session.logon', signed())).error).toMatchObject({ code: -4056 });
  expect((await ask('session.logon', { ...signedAs(ed25519), timestamp: 1 })).error).toMatchObject({
    code: -1022,
  });
  const login = signedAs(ed25519);
  expect((await ask('session.logon', login)).result).toMatchObject({
    ...{ apiKey: ed25519.apiKey, authorizedSince: number, serverTime: number, userDataStream: false },
  });
  // A copy of the login is invalid on another connection.
  const thief = await open();
  expect((await thief.ask('session.logon', login)).error).toMatchObject({ code: -1022 });
  thief.socket.close();

  expect((await ask('account.status', {})).error).toMatchObject({ code: -1102 });
  expect((await ask('account.status', { timestamp: Date.now() - 60_000 })).error).toMatchObject({
    code: -1021,
  });
  expect((await ask('account.status', { timestamp: Date.now() + 5000 })).error).toMatchObject({
    code: -1021,
  });
  expect((await ask('account.status', now())).result).toMatchObject({ canTrade: true });
  // Two identical orders without a name are separate orders.
  const twice = { ...resting, ...now() };
  const [one, other] = await Promise.all([ask('order.place', twice), ask('order.place', twice)]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect((one.result as { orderId: number }).orderId).not.toBe((other.result as { orderId: number }).orderId);
  expect((await ask('openOrders.cancelAll', { symbol, ...now() })).result).toHaveLength(2);
  // A request may still name another key, and be signed with it.
  expect((await ask('account.status', signed())).status).toBe(200);

  expect((await ask('session.logout')).result).toMatchObject(nobody);
  expect((await ask('account.status', now())).error).toMatchObject({ code: -2014 });
  socket.close();
});

test('a login ends when its key is revoked', async () => {
  const key = await makeEd25519(server);
  const { ask, socket, events } = await open();
  await ask('session.logon', signedAs(key));
  expect((await ask('userDataStream.subscribe')).result).toEqual({ subscriptionId: 0 });
  const fields = { id: key.id, current_password: 'Demo-lena-1' };
  const ended = await server.call('POST api_keys/revoke', { token: await server.login(0), fields });
  expect(ended.body.type).toBe('ok');
  expect((await ask('account.status', now())).error).toMatchObject({ code: -2015 });
  expect((await ask('session.status')).result).toMatchObject({ apiKey: null, userDataStream: false });
  await expect.poll(() => events.at(-1)?.event.e).toBe('eventStreamTerminated');
  socket.close();
});

test('sends no events to a key that may only trade, and places no order by one that may only read', async () => {
  const { ask, socket } = await open();
  await ask('session.logon', signedAs(await makeEd25519(server, ['trade'])));
  expect((await ask('userDataStream.subscribe')).error).toMatchObject({ code: -2015 });
  await ask('session.logon', signedAs(await makeEd25519(server, ['read'])));
  expect((await ask('order.place', { ...resting, ...now() })).error).toMatchObject({ code: -2015 });
  socket.close();
});

const REPORT = 'e E s c S o f q p P F g C x X r i l z L n N T t I w m M O Z Y Q W V'.split(' ');

test('sends a program the events of its orders, its balances and its transfers, once per account', async () => {
  const { ask, socket, events } = await open();
  await ask('session.logon', signedAs(ed25519));
  expect((await ask('userDataStream.subscribe')).result).toEqual({ subscriptionId: 0 });
  expect((await ask('userDataStream.subscribe.signature', signed())).error).toMatchObject({ code: -2035 });
  expect((await ask('session.subscriptions')).result).toEqual([{ subscriptionId: 0 }]);
  expect((await ask('session.status')).result).toMatchObject({ userDataStream: true });
  const heard = () => events.map(({ event }) => event);

  const bought = { symbol, side: 'BUY', type: 'MARKET', quantity: '0.002', newClientOrderId: 'heard' };
  await ask('order.place', { ...bought, ...now() });
  await expect.poll(() => heard().filter(({ e }) => e === 'executionReport').length).toBe(2);
  const [accepted, traded] = heard().filter(({ e }) => e === 'executionReport');
  expect(Object.keys(accepted ?? {})).toEqual(REPORT);
  expect(Object.keys(traded ?? {})).toEqual(REPORT);
  expect(accepted).toMatchObject({
    x: 'NEW',
    X: 'NEW',
    c: 'heard',
    C: '',
    l: '0.00000000',
    n: '0',
    N: null,
    t: -1,
  });
  expect(traded).toMatchObject({
    x: 'TRADE',
    X: 'FILLED',
    o: 'MARKET',
    z: '0.00200000',
    N: 'USDT',
    r: 'NONE',
    g: -1,
  });
  await expect.poll(() => heard().some(({ e }) => e === 'outboundAccountPosition')).toBe(true);
  const position = heard().find(({ e }) => e === 'outboundAccountPosition') as unknown as {
    readonly B: readonly { readonly a: string; readonly f: string; readonly l: string }[];
  };
  expect(position.B.map(({ a }) => a).toSorted()).toEqual(['BTC', 'USDT']);

  // Transfers are reported from the first quiet moment on.
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.compat.sockets.quietMs));
  const token = await server.login(0);
  const fields = { from: 'spot', to: 'contract', currency: 'USDT', amount: '12.5' };
  expect((await server.call('POST wallet/transfer', { token, fields })).body.type).toBe('ok');
  await expect
    .poll(() => heard().find(({ e }) => e === 'balanceUpdate'), { timeout: 20_000 })
    .toMatchObject({
      ...{ a: 'USDT', d: '-12.50000000', E: number, T: number },
    });
  expect(heard().filter(({ e }) => e === 'balanceUpdate')).toHaveLength(1);

  const list = { symbol, side: 'SELL', quantity: '0.001', listClientOrderId: 'heard-list', ...now() };
  const levels = {
    aboveType: 'LIMIT_MAKER',
    abovePrice: '200000',
    belowType: 'STOP_LOSS',
    belowStopPrice: '10000',
  };
  await ask('orderList.place.oco', { ...list, ...levels });
  await expect
    .poll(() => heard().find(({ e }) => e === 'listStatus'))
    .toMatchObject({
      ...{ s: symbol, c: 'OCO', l: 'EXEC_STARTED', L: 'EXECUTING', r: 'NONE', C: 'heard-list' },
      O: [
        { s: symbol, i: number, c: 'heard-list.limit' },
        { s: symbol, i: number, c: 'heard-list.stop' },
      ],
    });
  expect(Object.keys(heard().find(({ e }) => e === 'listStatus') ?? {}).join(' ')).toBe(
    'e E s g c l L r C T O',
  );
  await ask('orderList.cancel', { symbol, listClientOrderId: 'heard-list', ...now() });
  await expect
    .poll(() => heard().filter(({ e, L }) => e === 'listStatus' && L === 'ALL_DONE'))
    .toHaveLength(1);
  await expect.poll(() => heard().filter(({ X, C }) => X === 'CANCELED' && C !== '')).toHaveLength(2);
  // A stop that waits is not on the book, so it has no working time.
  const stop = heard().find(({ o, X }) => o === 'STOP_LOSS' && X === 'NEW');
  expect(stop).toMatchObject({ w: false, P: '10000.00000000' });
  expect(stop).not.toHaveProperty('W');

  expect((await ask('userDataStream.unsubscribe', { subscriptionId: 0 })).result).toEqual({});
  await expect.poll(() => heard().at(-1)).toMatchObject({ e: 'eventStreamTerminated', E: number });
  expect((await ask('session.subscriptions')).result).toEqual([]);
  socket.close();
}, 60_000);
