/** Attacks by a thief of signed requests on the compatible interface of a real server. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createPool } from '../../src/db/pool.ts';
import type { Pool } from '../../src/db/pool.ts';
import { LIMITS } from '../../src/limits.ts';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import type { Keys } from './clients.ts';
import { makeKeys } from './keys.ts';

let server: WholeServer;
let pool: Pool;
let keys: Keys & { readonly id: string };
beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.ownerUrl, { max: 1 });
  keys = await makeKeys(server);
}, 120_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
});

type Answer = { readonly status: number; readonly body: Record<string, unknown> & Record<string, unknown>[] };

const signatureOf = (text: string, { secret }: Keys = keys): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** A signed query, as a program sends it and a thief copies it. */
function signed(fields: Record<string, string>, by: Keys = keys): string {
  const text = new URLSearchParams({ ...fields, timestamp: String(Date.now()) }).toString();
  return `${text}&signature=${signatureOf(text, by)}`;
}

async function send(method: string, path: string, query: string, body?: string): Promise<Answer> {
  const response = await fetch(`${server.origin}/compat/binance/api/v3/${path}?${query}`, {
    method,
    headers: { 'x-mbx-apikey': keys.apiKey },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const symbol = 'BTCUSDT';
const far = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '20000' };

test('a copied request that reads cannot be sent to a call that changes something', async () => {
  const placed = await send('POST', 'order', signed(far));
  expect(placed).toMatchObject({ status: 200, body: { status: 'NEW' } });
  const list = signed({ symbol });
  expect((await send('GET', 'openOrders', list)).body).toHaveLength(1);
  expect((await send('DELETE', 'openOrders', list)).body).toMatchObject({ code: -1022 });
  const one = signed({ symbol, orderId: String(placed.body['orderId']) });
  expect((await send('GET', 'order', one)).status).toBe(200);
  expect((await send('DELETE', 'order', one)).body).toMatchObject({ code: -1022 });
  expect((await send('GET', 'openOrders', signed({ symbol }))).body).toHaveLength(1);
  const tried = signed(far);
  expect((await send('POST', 'order/test', tried)).status).toBe(200);
  expect((await send('POST', 'order', tried)).body).toMatchObject({ code: -1022 });
  expect((await send('GET', 'openOrders', signed({ symbol }))).body).toHaveLength(1);
});

test('a copied request that changes something is executed once, and reads nothing', async () => {
  const cancels = signed({ symbol });
  expect((await send('DELETE', 'openOrders', cancels)).body).toHaveLength(1);
  const places = signed({ symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: '20' });
  const first = await send('POST', 'order', places);
  expect((await send('POST', 'order', places)).body).toMatchObject({ orderId: first.body['orderId'] });
  const rests = await send('POST', 'order', signed(far));
  // The orders that were placed later stay open.
  await send('DELETE', 'openOrders', cancels);
  expect((await send('GET', 'openOrders', signed({ symbol }))).body).toMatchObject([
    { orderId: rests.body['orderId'] },
  ]);
  expect((await send('GET', 'openOrders', cancels)).body).toMatchObject({ code: -1022 });
});

test('rejects requests that another process received for other calls, and deletes records that are too old', async () => {
  const ask = (query: string) => query.slice(0, query.lastIndexOf('&signature='));
  const hashed = `sha256(convert_to($1 || ' ' || $2, 'UTF8'))`;
  const claim = (query: string, call: string, untilMs: number) =>
    pool.query(
      `insert into api_signature (hash, call, changes, until_ms) values (${hashed}, $3, false, $4)`,
      [keys.apiKey, ask(query), call, untilMs],
    );
  const placed = await send('POST', 'order', signed(far));
  expect(placed.status).toBe(200);
  const list = signed({ symbol });
  await claim(list, 'GET /api/v3/openOrders', Date.now() + 60_000);
  expect((await send('DELETE', 'openOrders', list)).body).toMatchObject({ code: -1022 });
  const tried = signed({ ...far, quantity: '0.002' });
  await claim(tried, 'POST /api/v3/order/test', Date.now() + 60_000);
  expect((await send('POST', 'order', tried)).body).toMatchObject({ code: -1022 });
  // This process records requests for the others, except those that no changing call would accept.
  const [read, other] = [signed({ symbol }), signed({ omitZeroBalances: 'true' })];
  expect((await send('GET', 'openOrders', read)).body).not.toHaveLength(0);
  expect((await send('GET', 'account', other)).status).toBe(200);
  const recorded = async (query: string) =>
    (
      await pool.query(`select call, changes from api_signature where hash = ${hashed}`, [
        keys.apiKey,
        ask(query),
      ])
    ).rows;
  expect(await recorded(read)).toEqual([{ call: 'GET /api/v3/openOrders', changes: false }]);
  expect(await recorded(other)).toEqual([]);
  await claim(signed({ symbol: 'old' }), 'GET /api/v3/order', 1);
  const old = () =>
    pool.query('select from api_signature where until_ms = 1').then(({ rowCount }) => rowCount);
  expect(await old()).toBe(1);
  await vi.waitFor(
    async () => {
      await send('GET', 'openOrders', signed({ symbol }));
      expect(await old()).toBe(0);
    },
    { timeout: 20_000, interval: 1000 },
  );
  await send('DELETE', 'openOrders', signed({ symbol }));
});

test('rejects a signed request that is divided differently between query and body', async () => {
  const query = signed({ symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' });
  const at = query.indexOf('quantity=0.01') + 'quantity=0.0'.length;
  const cut = await send('POST', 'order', query.slice(0, at), query.slice(at));
  expect(cut.body).toMatchObject({ code: -1101 });
});

test('over a WebSocket, no value can pass for other parameters', async () => {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/compat/binance/ws-api/v3`);
  await new Promise((resolve) => socket.once('open', resolve));
  const ask = async (params: Record<string, string>): Promise<Answer> => {
    const heard = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify({ id: 1, method: 'openOrders.status', params }));
    return JSON.parse(String(await heard)) as Answer;
  };
  const time = String(Date.now());
  const text = `apiKey=${keys.apiKey}&recvWindow=5000&symbol=${symbol}&timestamp=${time}`;
  const own = { apiKey: keys.apiKey, timestamp: time, signature: signatureOf(text) };
  expect(await ask({ ...own, recvWindow: '5000', symbol })).toMatchObject({ status: 200 });
  // The same text without a symbol, which lists the orders of every pair.
  expect(await ask({ ...own, recvWindow: `5000&symbol=${symbol}` })).toMatchObject({
    ...{ status: 400, error: { code: -1130 } },
  });
  socket.close();
});

test('a program may sign the same parameters for several reads at once', async () => {
  const query = signed({});
  const answers = await Promise.all([
    send('GET', 'account', query),
    send('GET', 'openOrders', query),
    send('GET', 'rateLimit/order', query),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a subscription ends when its key expires', async () => {
  const other = await makeKeys(server, ['read']);
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/compat/binance/ws-api/v3`);
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString()));
  await new Promise((resolve) => socket.once('open', resolve));
  const params = { apiKey: other.apiKey, timestamp: String(Date.now()) };
  const signature = signatureOf(`apiKey=${params.apiKey}&timestamp=${params.timestamp}`, other);
  const method = 'userDataStream.subscribe.signature';
  socket.send(JSON.stringify({ id: 1, method, params: { ...params, signature } }));
  await vi.waitFor(() => expect(heard.join('')).toContain('"subscriptionId":0'), { timeout: 5000 });
  await pool.query(`update api_key set created_ms = 1, expires_ms = 2 where id = $1`, [other.id]);
  await vi.waitFor(() => expect(heard.join('')).toContain('eventStreamTerminated'), { timeout: 15_000 });
  socket.close();
});

test('wrong signatures count against their network address, together with other requests', async () => {
  const repeat = async (times: number, call: () => Promise<unknown>): Promise<Set<unknown>> => {
    const found = new Set<unknown>();
    for (let count = 0; count < times; count += 50) {
      // oxlint-disable-next-line no-await-in-loop -- fifty at once
      for (const one of await Promise.all(Array.from({ length: 50 }, call))) found.add(one);
    }
    return found;
  };
  const wrong = async () => {
    const query = signed({ symbol }).replace(/signature=./, 'signature=z');
    return (await send('DELETE', 'openOrders', query)).body['code'];
  };
  // Neither part alone reaches the limit of an address, nor the compatible interface's own.
  const most = LIMITS.http.addressRequestsPerMinute;
  const visits = await repeat(most * 0.2, async () => (await server.call('GET user/info')).status);
  expect([...visits]).toEqual([401]);
  expect([...(await repeat(most * 0.9, wrong))]).toEqual([-1022, -1003]);
});
