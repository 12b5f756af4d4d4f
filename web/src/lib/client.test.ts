/** The client against a real server on the loopback interface: its requests, and its handling of each kind of answer. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from './client.ts';
import { createClient } from './client.ts';
import type { OrderSigner, OrderToSign } from './order-signer.ts';

type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

const okBody = { type: 'ok', code: 1, message: {} };
let server: Server;
let seen: Seen[];
let answers: { status: number; body: unknown; headers?: Record<string, string> }[];
let events: string[];
let client: Client;
let token: string | undefined;
let signer: OrderSigner | undefined;

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
  const answer = answers.shift();
  if (answer === undefined) {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(JSON.stringify(answer.body));
}

beforeEach(async () => {
  seen = [];
  answers = [];
  events = [];
  token = 'secret';
  signer = undefined;
  server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    token: () => token,
    visitorKey: () => undefined,
    language: () => 'vn',
    onRefusal: (refusal) => events.push(`refusal ${refusal.error}`),
    onCall: (name) => (keptAtMs) => keptAtMs !== undefined && events.push(`kept ${name} ${keptAtMs}`),
    onSessionEnded: (refusal, sent) => events.push(`ended ${refusal.error} ${sent}`),
    orderSigner: () => signer,
    startLoading: () => {
      events.push('loading');
      return () => events.push('loaded');
    },
  });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test("sends a visitor's call as a form with the language and without a token", async () => {
  answers.push({ status: 200, body: { type: 'ok', code: 1, message: 'token' } });
  const answer = await client('POST user/login', { account: 'anna', password: 'a b&c' });
  expect(answer).toEqual({ type: 'ok', code: 1, message: 'token' });
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/api/user/login',
    body: 'account=anna&password=a+b%26c&lang=vn',
  });
  expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(events).toEqual(['loading', 'loaded']);
});

test('sends the input and the language of a GET in its query, with the stored token', async () => {
  answers.push({ status: 200, body: { type: 'ok', code: 1, message: { items: [], next: null } } });
  await client('GET coin/list', { status: 'completed', symbol: 'BTC/USDT' });
  expect(seen[0]?.url).toBe('/api/coin/list?status=completed&symbol=BTC%2FUSDT&lang=vn');
  expect(seen[0]?.headers.authorization).toBe('secret');
});

test('shows a refusal and returns it to the caller', async () => {
  const refusal = { type: 'error', code: 0, error: 'not_found', message: '数据不存在', params: {} };
  answers.push({ status: 404, body: refusal });
  expect(await client('GET user/info', {})).toEqual(refusal);
  expect(events).toEqual(['loading', 'refusal not_found', 'loaded']);
});

test('ends the session on an answer of type 999', async () => {
  answers.push({
    status: 401,
    body: { type: '999', code: 0, error: 'session_ended', message: '登录已失效', params: {} },
  });
  expect(await client('GET user/info', {}, { quiet: true })).toMatchObject({ type: '999' });
  expect(events).toEqual(['ended session_ended secret']);
});

test('rejects only on a network failure or an answer that comes from a different server', async () => {
  await expect(client('GET user/info', {})).rejects.toBeInstanceOf(NetworkFailure);
  answers.push({ status: 502, body: 'Bad gateway' });
  await expect(client('GET user/info', {})).rejects.toBeInstanceOf(NetworkFailure);
  expect(events).toEqual(['loading', 'loaded', 'loading', 'loaded']);
});

test('sends a command as JSON with an idempotency key', async () => {
  answers.push({ status: 200, body: okBody });
  await client('POST order/cancel', { id: '7' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ id: '7', lang: 'vn' });
  expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
});

test('reports the time of a cached answer, and no time for an answer from the network', async () => {
  answers.push({ status: 200, body: okBody, headers: { 'x-candor-kept-at': '1700000000000' } });
  answers.push({ status: 200, body: okBody });
  await client('GET currency/quotation_new', {}, { quiet: true });
  await client('GET currency/quotation_new', {}, { quiet: true });
  expect(events).toEqual(['kept GET currency/quotation_new 1700000000000']);
});

const refused = (status: number, error: string) => ({
  status,
  body: { type: error === 'session_ended' ? '999' : 'error', code: 0, error, message: '', params: {} },
});
const lost = { status: 502, body: 'Bad gateway' };
const keysSent = () => seen.map(({ headers }) => headers['idempotency-key']);

function keepsForTheTab(): void {
  const records = new Map<string, string>();
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => records.get(key) ?? null,
      setItem: (key: string, value: string) => records.set(key, value),
      removeItem: (key: string) => records.delete(key),
    },
  });
}

test.each([
  [503, 'busy'],
  [503, 'try_again'],
  [500, 'request_failed'],
  [429, 'too_many_requests'],
  [401, 'session_ended'],
])(
  'reuses the key of an unanswered command after the refusal with status %s and code %s',
  async (status, error) => {
    keepsForTheTab();
    answers.push(lost, refused(status, error), { status: 200, body: okBody }, { status: 200, body: okBody });
    const send = () =>
      client('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '1' });
    await expect(send()).rejects.toBeInstanceOf(NetworkFailure);
    await send();
    await send();
    // After a final answer, an equal command is a new command.
    await send();
    const [first, second, third, fourth] = keysSent();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  },
);

test('sends a new key each time a level is set, moved and set back', async () => {
  keepsForTheTab();
  answers.push(lost, ...Array.from({ length: 3 }, () => ({ status: 200, body: okBody })));
  const set = (stop: string) => client('POST lever/setstop', { id: '7', stop_loss: stop });
  await expect(set('90')).rejects.toBeInstanceOf(NetworkFailure);
  await set('95');
  await set('90');
  const margin = () => client('POST lever/setstop', { id: '7', add_margin: '50' });
  answers.splice(0, answers.length, lost, { status: 200, body: okBody });
  await expect(margin()).rejects.toBeInstanceOf(NetworkFailure);
  await margin();
  const keys = keysSent();
  expect(new Set(keys.slice(0, 3)).size).toBe(3);
  // Adding margin is not idempotent, so a retry has the same key.
  expect(keys[4]).toBe(keys[3]);
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

test('signs an order over the key and the body that it sends, and keeps its receipt', async () => {
  const signed: OrderToSign[] = [];
  signer = {
    sign: async (order) => {
      signed.push(order);
      return 'the header';
    },
    leaveUnsigned: async () => void events.push('left unsigned'),
    answered: ({ outcome, receipt, body }) => events.push(`${outcome} ${receipt}: ${body}`),
  };
  answers.push({ status: 200, body: okBody, headers: { 'candor-receipt': 'the receipt' } });
  answers.push({ status: 200, body: okBody });
  await client('POST order/cancel', { id: '17' });
  await client('GET coin/list', {});
  expect(seen.map(({ headers }) => headers['candor-order'])).toEqual(['the header', undefined]);
  const [order] = signed;
  expect([signed.length, order?.name, order?.symbol]).toEqual([1, 'POST order/cancel', undefined]);
  expect(order?.body).toBe(seen[0]?.body);
  expect(order?.idempotencyKey).toBe(seen[0]?.headers['idempotency-key']);
  expect(events).toContain(`accepted the receipt: ${JSON.stringify(okBody)}`);
});

const unsigned = {
  ...{ type: 'error', code: 0, error: 'parameter_wrong', message: '' },
  params: { field: 'Candor-Order' },
};
const otherField = { ...unsigned, params: { field: 'quantity' } };
test.each([
  ['again without the signature that the platform refuses', [unsigned, okBody], ['the header', undefined]],
  ['once if the platform refuses something else', [otherField], ['the header']],
])('sends an order %s, under the same key', async (_name, bodies, sent) => {
  signer = {
    sign: async () => 'the header',
    leaveUnsigned: async () => void events.push('left unsigned'),
    answered: ({ outcome, receipt }) => events.push(`${outcome} ${receipt}`),
  };
  answers.push(...bodies.map((body) => ({ status: 200, body })));
  await client('POST order/cancel', { id: '17' });
  expect(seen.map(({ headers }) => headers['candor-order'])).toEqual(sent);
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(events.filter((event) => event.includes(' null'))).toEqual([
    bodies.length === 2 ? 'accepted null' : 'refused null',
  ]);
});

test('notifies the signer that an order is repeated after an attempt without an answer', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  const repeats: boolean[] = [];
  signer = {
    sign: async ({ isRepeat }) => {
      repeats.push(isRepeat);
      return undefined;
    },
    leaveUnsigned: async () => undefined,
    answered: ({ outcome }) => events.push(outcome),
  };
  await expect(client('POST order/cancel', { id: '18' })).rejects.toThrow(NetworkFailure);
  answers.push({ status: 200, body: okBody });
  await client('POST order/cancel', { id: '18' });
  answers.push({ status: 200, body: okBody });
  await client('POST order/cancel', { id: '18' });
  expect(repeats).toEqual([false, true, false]);
  vi.unstubAllGlobals();
});

test('sends an order without a signature if this device has no key, and keeps no receipt', async () => {
  answers.push({ status: 200, body: okBody, headers: { 'candor-receipt': 'the receipt' } });
  await client('POST order/cancel', { id: '17' });
  expect(seen[0]?.headers['candor-order']).toBeUndefined();
  expect(events.filter((event) => event.startsWith('kept'))).toEqual([]);
});
