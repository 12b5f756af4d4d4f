/**
 * Orders in a batch and over the socket, on a whole server: the same answers, receipts and keys as requests. The clients are the
 * unmodified packages of socket.io, version 4 and version 2.
 */
import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import ioOfVersion2 from 'socket.io-client-2';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answeredOrder, orderCalls } from '@candor/protocol/batches/schemas.ts';
import type { AnsweredOrder } from '@candor/protocol/batches/schemas.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { calls } from '@candor/protocol/features.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const RESTING = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.002', price: '1000' };
let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login();
});
afterAll(() => server.stop());

type Batch = CallOutput<'POST orders/batch'>;
async function batch(orders: readonly object[], key?: string): Promise<Batch> {
  const fields = { orders };
  const { body } = await server.call('POST orders/batch', { token, fields, ...(key && { key }) });
  expect(body).toMatchObject({ type: 'ok' });
  return body.message as Batch;
}

async function openOrders(): Promise<string[]> {
  const { body } = await server.call('GET coin/list', { token, fields: { limit: '100' } });
  const { items } = body.message as CallOutput<'GET coin/list'>;
  return items.filter(({ status }) => status === 'open').map(({ id }) => id);
}

const idOf = ({ answer }: AnsweredOrder): string => (answer['message'] as { id: string }).id;
const place = { call: 'POST coin/trade', fields: RESTING };

test('orderCalls lists exactly the rows that are orders', () => {
  const rows = Object.entries(calls) as [string, CallRow][];
  const orders = rows.filter(([, row]) => row.order === true).map(([name]) => name);
  expect(orderCalls.toSorted()).toEqual(orders.toSorted());
});

describe('a batch', () => {
  test('answers each order in sequence, and continues after a refused one', async () => {
    const before = await openOrders();
    const nonsense = { call: 'POST coin/trade', fields: { ...RESTING, symbol: 'NO/PE' } };
    const { orders, accepted, refused } = await batch([place, nonsense, place], randomUUID());
    expect({ accepted, refused }).toEqual({ accepted: 2, refused: 1 });
    expect(orders.map(({ status }) => status)).toEqual([200, 404, 200]);
    expect(orders[1]).toMatchObject({ answer: { type: 'error', error: 'pair_not_found' } });
    expect(orders.map(({ receipt }) => receipt?.startsWith('candor-receipts-v1|'))).toEqual([
      true,
      undefined,
      true,
    ]);
    const added = (await openOrders()).filter((id) => !before.includes(id));
    expect(added.toSorted()).toEqual([idOf(orders[0]!), idOf(orders[2]!)].toSorted());
  });

  test('that is repeated gets the same answers, and so does one of its orders sent as a request', async () => {
    const key = randomUUID();
    const first = await batch([place, place], key);
    const count = (await openOrders()).length;
    const again = await batch([place, place], key);
    expect(again.orders.map(({ answer }) => answer)).toEqual(first.orders.map(({ answer }) => answer));
    const { body } = await server.call('POST coin/trade', { token, fields: RESTING, key: `${key}-1` });
    expect(body).toEqual(first.orders[1]?.answer);
    expect(await openOrders()).toHaveLength(count);
  });

  test('cancels and places orders in sequence, each under its own key', async () => {
    const own = randomUUID();
    const placed = await batch([{ ...place, idempotency_key: own }]);
    expect(placed.orders[0]?.idempotency_key).toBe(own);
    const cancel = { call: 'POST order/cancel', fields: { id: idOf(placed.orders[0]!) } };
    const { accepted } = await batch([cancel, place]);
    expect(accepted).toBe(2);
    expect(await openOrders()).not.toContain(idOf(placed.orders[0]!));
  });

  test.each([
    ['with a call that is no order', [{ call: 'POST wallet/transfer', fields: {} }]],
    ['that contains a batch', [{ call: 'POST orders/batch', fields: { orders: [] } }]],
    ['without orders', []],
    ['of more than twenty orders', Array.from({ length: 21 }, () => place)],
  ])('%s is refused as a whole', async (_what, orders) => {
    const { status, body } = await server.call('POST orders/batch', { token, fields: { orders } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'parameter_wrong', params: { field: 'orders' } });
  });
});

type AnySocket = {
  emit(name: string, value: unknown, done: (answer: never) => void): unknown;
  once(name: 'connect', done: () => void): unknown;
  close(): unknown;
};
const versions: readonly [number, (origin: string) => AnySocket][] = [
  [4, (origin) => io(origin, { forceNew: true })],
  [2, (origin) => ioOfVersion2(origin, { forceNew: true })],
];

describe.each(versions)('a client of socket.io %i', (_version, open) => {
  let socket: AnySocket;
  const ask = <Answer>(name: string, value: unknown): Promise<Answer> =>
    new Promise((done) => socket.emit(name, value, done));
  const order = (value: unknown): Promise<AnsweredOrder> => ask('call', value);

  beforeAll(async () => {
    socket = open(server.origin);
    await new Promise<void>((done) => socket.once('connect', done));
  });
  afterAll(() => void socket.close());

  test('places nothing before it authenticates', async () => {
    expect(await order(place)).toMatchObject({ status: 401, answer: { error: 'session_ended' } });
  });

  test('places an order and cancels it, and gets a receipt for each', async () => {
    expect(await ask('authenticate', token)).toMatchObject({ ok: true });
    const placed = v.parse(answeredOrder, await order({ ...place, idempotency_key: randomUUID() }));
    expect(placed.receipt).toMatch(/^candor-receipts-v1\|/);
    const id = idOf(placed);
    expect(await openOrders()).toContain(id);
    const cancelled = await order({ call: 'POST order/cancel', fields: { id } });
    expect(cancelled).toMatchObject({ status: 200, receipt: expect.any(String) });
    expect(await openOrders()).not.toContain(id);
  });

  test('executes an order only once if it is repeated as a request with the same key', async () => {
    const key = randomUUID();
    const before = (await openOrders()).length;
    // Both calls run concurrently, because a program whose connection breaks may repeat the order before the acknowledgement.
    const [placed, repeated] = await Promise.all([
      order({ ...place, idempotency_key: key }),
      server.call('POST coin/trade', { token, fields: RESTING, key }),
    ]);
    expect(repeated.body).toEqual(placed.answer);
    expect(await openOrders()).toHaveLength(before + 1);
  });

  test('gets the same refusals as a request', async () => {
    const wrong = await order({ call: 'POST coin/trade', fields: { ...RESTING, price: '-1' } });
    const request = await server.call('POST coin/trade', { token, fields: { ...RESTING, price: '-1' } });
    expect(wrong).toMatchObject({ status: request.status, answer: request.body });
    expect(await order({ call: 'GET user/info' })).toMatchObject({ status: 400 });
    expect(await order('nonsense')).toMatchObject({ status: 400, answer: { error: 'request_illegal' } });
  });
});
