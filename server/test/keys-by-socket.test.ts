/**
 * API keys on our own socket, on a whole server: a key logs in with a signature for one connection, receives events and trades
 * within its scopes and its mandate, and loses the connection when the key ends. The clients are the unmodified packages of
 * socket.io, version 4 and 2.
 */
import { io } from 'socket.io-client';
import ioOfVersion2 from 'socket.io-client-2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { AnsweredOrder } from '@candor/protocol/batches/schemas.ts';
import { CandorSocket } from '../../sdk/src/socket.ts';
import { hmacKey } from '../../sdk/src/signing.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { PASSWORD, openKeyed } from '../src/features/api-keys/testing/keyed-server.ts';
import type { TestKey } from '../src/features/api-keys/testing/signed-call.ts';
import { requestText } from '../src/identity/api-keys/signature.ts';

let world: Awaited<ReturnType<typeof openKeyed>>;
let pool: Pool;
beforeAll(async () => {
  world = await openKeyed();
  pool = createPool(world.server.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await world.server.stop();
});

type AnySocket = {
  readonly id?: string | undefined;
  emit(name: string, value: unknown, done: (answer: never) => void): unknown;
  on(name: string, done: (payload: never) => void): unknown;
  once(name: 'connect', done: () => void): unknown;
  close(): unknown;
};
const opened: AnySocket[] = [];
afterAll(() => {
  for (const socket of opened) socket.close();
});

const transports = ['websocket'];
const versions: readonly [number, () => AnySocket][] = [
  [4, () => io(world.server.origin, { forceNew: true, transports })],
  [2, () => ioOfVersion2(world.server.origin, { forceNew: true, transports })],
];
const [[, newest]] = versions as [(typeof versions)[0]];

async function connect(open: () => AnySocket): Promise<AnySocket> {
  const socket = open();
  opened.push(socket);
  await new Promise<void>((done) => socket.once('connect', done));
  return socket;
}

const ask = <Answer>(socket: AnySocket, name: string, value: unknown): Promise<Answer> =>
  new Promise((done) => socket.emit(name, value, done));
const order = (socket: AnySocket, value: unknown): Promise<AnsweredOrder> => ask(socket, 'call', value);

type Login = { id?: string; timeMs?: number; method?: string };
function login(socket: AnySocket, key: TestKey, { id, timeMs = Date.now(), method = 'SOCKET' }: Login = {}) {
  const url = `/socket.io?id=${id ?? socket.id ?? ''}`;
  const fields = {
    timeMs: String(timeMs),
    method,
    url,
    body: Buffer.alloc(0),
    idempotencyKey: '',
    window: '',
  };
  return { key: key.key, time: timeMs, signature: key.sign(requestText(fields)) };
}

const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '20' };
const place = (fields: object = {}) => ({ call: 'POST coin/trade', fields: { ...BUY, ...fields } });

describe.each(versions)('a client of socket.io %i', (_version, open) => {
  test('trades by a key within its mandate, and receives the events of its actions', async () => {
    const [socket, key] = [await connect(open), await world.make()];
    const heard: string[] = [];
    socket.on('order', ({ order: { status } }: { order: { status: string } }) => void heard.push(status));
    expect(await order(socket, place())).toMatchObject({ status: 401 });
    expect(await ask(socket, 'authenticate', login(socket, key))).toEqual({
      ok: true,
      seq: expect.any(Number),
    });
    const placed = [await order(socket, place()), await order(socket, place())];
    const ids = placed.map(({ answer }) => (answer['message'] as { id: string }).id);
    // Each event places a separate order.
    expect(new Set(ids).size).toBe(2);
    const named = await pool.query('select key_id from api_order where order_id = any($1)', [ids]);
    expect(named.rows).toEqual([{ key_id: key.id }, { key_id: key.id }]);
    await vi.waitFor(() => expect(heard).toContain('filled'));
    expect(await order(socket, place({ symbol: 'ETH/USDT' }))).toMatchObject({
      answer: { error: 'api_symbol_refused' },
    });
    const lever = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 10 };
    expect(await order(socket, { call: 'POST lever/submit', fields: lever })).toMatchObject({
      answer: { error: 'api_scope_missing' },
    });
  });
});

test('lets a key only read or only trade, according to its scopes', async () => {
  const [reader, trader] = [await world.make({ scopes: ['read'] }), await world.make({ scopes: ['trade'] })];
  const [hears, acts] = [await connect(newest), await connect(newest)];
  const heard: string[] = [];
  hears.on('order', () => void heard.push('reader'));
  acts.on('order', () => void heard.push('trader'));
  expect(await ask(hears, 'authenticate', login(hears, reader))).toMatchObject({ ok: true });
  expect(await ask(acts, 'authenticate', login(acts, trader))).toMatchObject({ ok: true });
  expect(await order(hears, place())).toMatchObject({ answer: { error: 'api_scope_missing' } });
  expect(await order(acts, place())).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(heard).toContain('reader'));
  expect(heard).not.toContain('trader');
});

test('rejects a login that was copied from another connection, is old, or signs a request', async () => {
  const [one, other, key] = [await connect(newest), await connect(newest), await world.make()];
  const copied = login(one, key);
  expect(await ask(one, 'authenticate', copied)).toMatchObject({ ok: true });
  const said = (value: unknown) => ask(other, 'authenticate', value);
  expect(await said(copied)).toEqual({ ok: false, error: 'api_signature_wrong' });
  expect(await said(login(other, key, { timeMs: Date.now() - 6000 }))).toEqual({
    ...{ ok: false, error: 'api_time_wrong' },
  });
  expect(await said(login(other, key, { method: 'GET' }))).toEqual({
    ok: false,
    error: 'api_signature_wrong',
  });
  expect(await said({ ...login(other, key), key: 'A'.repeat(32) })).toEqual({
    ...{ ok: false, error: 'api_key_unknown' },
  });
  expect(await said({ key: key.key })).toEqual({ ok: false, error: 'request_illegal' });
  const home = await world.make({ networks: ['10.0.0.0/8'] });
  expect(await said(login(other, home))).toEqual({ ok: false, error: 'api_address_refused' });
  expect(await order(other, place())).toMatchObject({ status: 401 });
});

test('rejects a key over polling, where each request may come from elsewhere', async () => {
  const key = await world.make();
  const socket = await connect(() =>
    io(world.server.origin, { forceNew: true, transports: ['polling'], upgrade: false }),
  );
  const answer = await ask(socket, 'authenticate', login(socket, key));
  expect(answer).toEqual({ ok: false, error: 'request_illegal' });
});

test.each<[string, (key: TestKey) => Promise<unknown>, string]>([
  [
    'is revoked',
    (key) => world.said('POST api_keys/revoke', { id: key.id, current_password: PASSWORD }),
    'api_key_revoked',
  ],
  [
    'expires',
    (key) => pool.query('update api_key set created_ms = 1, expires_ms = 2 where id = $1', [key.id]),
    'api_key_expired',
  ],
])('closes the connection of a key that %s', async (_what, end, code) => {
  const [socket, key] = [await connect(newest), await world.make()];
  const heard: string[] = [];
  socket.on('session_ended', () => void heard.push('session_ended'));
  expect(await ask(socket, 'authenticate', login(socket, key))).toMatchObject({ ok: true });
  await end(key);
  await vi.waitFor(() => expect(heard).toEqual(['session_ended']), { timeout: 15_000 });
  const again = await connect(newest);
  expect(await ask(again, 'authenticate', login(again, key))).toEqual({ ok: false, error: code });
});

test('the developers’ client logs in with its key', async () => {
  const { key, secret = '' } = await world.make();
  const { public_key: platformKey } = (await world.said('GET transparency/keys'))
    .message as CallOutput<'GET transparency/keys'>;
  const socket = await CandorSocket.open({
    ...{ origin: world.server.origin, key: hmacKey({ key, secret }) },
    platformKey: () => Promise.resolve(platformKey),
  });
  const placed = await socket.order({
    call: 'POST coin/trade',
    fields: { ...BUY, side: 'buy', type: 'market' },
  });
  expect(placed).toMatchObject({ status: 200, receipt: expect.any(String) });
  socket.close();
});
