/**
 * The dead man's switch and the cancellation of all orders, over HTTP on a real PostgreSQL with the simulated market running,
 * and attacks on both in plain SQL.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { breaches } from '../../app/breaches.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { fateOf } from '../../positions/testing/fate.ts';

let server: WholeServer;
let owner: Pool;
let serving: Pool;
let token: string;

beforeAll(async () => {
  server = await openWholeServer();
  owner = createPool(server.ownerUrl, { max: 2 });
  serving = createPool(server.appUrl, { max: 2 });
});
beforeEach(async () => {
  token = await server.login();
  await ok('POST demo/start_over', {});
  await ok('POST orders/dead_mans_switch', { seconds: 0 });
  await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  await owner.end();
  await serving.end();
  await server.stop();
});

async function call(name: string, fields: Record<string, unknown>) {
  return (await server.call(name, { fields, token })).body;
}

async function ok<Message>(name: string, fields: Record<string, unknown> = {}): Promise<Message> {
  const body = await call(name, fields);
  if (body.type !== 'ok') throw new Error(`${name}: ${JSON.stringify(body)}`);
  return body.message as Message;
}

type Told = { id: string };
type View = CallOutput<'GET orders/dead_mans_switch'>;
const limit = { type: 'limit', quantity: '0.01', price: '1000' };
const restSpot = () => ok<Told>('POST coin/trade', { symbol: 'BTC/USDT', side: 'buy', ...limit });
const restLeveraged = () =>
  ok<Told>('POST lever/submit', { symbol: 'BTC/USDT', side: 'long', leverage: 20, ...limit });
const openProtected = () =>
  ok<Told>('POST lever/submit', {
    ...{ symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 20 },
    stop_loss: '1000',
  });
const view = () => ok<View>('GET orders/dead_mans_switch');

/** Returns entries such as "spot cancelled customer", sorted, for the given orders and positions of this customer. */
async function fates(ids: readonly Told[]): Promise<string[]> {
  const { rows } = await owner.query<{ told: string }>(
    `select concat_ws(' ', 'spot', o.status, o.reason) as told from spot_order o where o.id = any($1)
      union all select concat_ws(' ', 'leveraged', p.status, p.reason, p.stop_price::float8) from position p where p.id = any($1) order by 1`,
    [ids.map(({ id }) => id)],
  );
  return rows.map(({ told }) => told);
}

test('cancels the orders of every product in one call, and reports the outcome of each order', async () => {
  const [spot, leveraged, open] = [await restSpot(), await restLeveraged(), await openProtected()];
  const { products } = await ok<CallOutput<'POST orders/cancel_all'>>('POST orders/cancel_all');
  expect(products).toEqual([
    { product: 'spot', orders: [{ id: spot.id, status: 'cancelled' }], refusal: null },
    { product: 'leveraged', orders: [{ id: leveraged.id, status: 'cancelled' }], refusal: null },
  ]);
  expect(await fates([spot, leveraged, open])).toEqual([
    'leveraged cancelled customer',
    'leveraged open 1000',
    'spot cancelled customer',
  ]);
  const again = await ok<CallOutput<'POST orders/cancel_all'>>('POST orders/cancel_all');
  expect(again.products.map(({ orders }) => orders)).toEqual([[], []]);
});

test('cancels every resting order once the switch’s time runs out, and keeps the position and its stop', async () => {
  const all = [await restSpot(), await restLeveraged(), await openProtected()];
  const armed = await ok<View>('POST orders/dead_mans_switch', { seconds: 5 });
  expect(armed).toMatchObject({ status: 'armed', seconds: 5, fired_seq: null });
  expect((armed.fires_at ?? 0) - (armed.set_at ?? 0)).toBe(5000);
  expect(await view()).toEqual(armed);
  await expect.poll(async () => (await view()).status, { timeout: 20_000 }).toBe('fired');
  await expect
    .poll(() => fates(all))
    .toEqual(['leveraged cancelled customer', 'leveraged open 1000', 'spot cancelled customer']);
  const { fired_seq: seq } = await view();
  const { rows } = await owner.query<{ ms: string; before_ms: string }>(
    `select t.time_ms as ms, b.time_ms as before_ms from tape t join tape b on b.symbol = t.symbol and b.seq = t.seq - 1
      where t.symbol = 'BTC/USDT' and t.seq = $1`,
    [seq],
  );
  expect(Number(rows[0]?.ms)).toBeGreaterThanOrEqual(armed.fires_at ?? Infinity);
  expect(Number(rows[0]?.before_ms)).toBeLessThan(armed.fires_at ?? 0);
  // The customer gets one message for both orders, and none for an individual order.
  const told = await owner.query<{ kind: string; count: string }>(
    `select n.kind, n.params::json ->> 'count' as count from notice n
      where n.book = (select book from spot_order where id = $1) and n.kind like 'order%' order by n.id desc limit 2`,
    [all[0]?.id],
  );
  expect(told.rows).toEqual([{ kind: 'orders_switched_off', count: '2' }]);
});

test('does not fire a switch that was renewed or disarmed', async () => {
  const resting = [await restSpot(), await restLeveraged()];
  const first = await ok<View>('POST orders/dead_mans_switch', { seconds: 5 });
  const renewed = await ok<View>('POST orders/dead_mans_switch', { seconds: 600 });
  const isOver = async () => {
    const { rows } = await owner.query<{ over: boolean }>(
      `select max(t.time_ms) > $1 as over from tape t where t.symbol = 'BTC/USDT'`,
      [(first.fires_at ?? 0) + 1000],
    );
    return rows[0]?.over;
  };
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
  expect(await view()).toEqual(renewed);
  expect(await fates(resting)).toEqual(['leveraged pending', 'spot open']);
  expect(await ok<View>('POST orders/dead_mans_switch', { seconds: 0 })).toMatchObject({ status: 'off' });
  expect(await view()).toMatchObject({ status: 'off', fires_at: null });
});

test.each([[4], [1], [-1], [86_401], [5.5], ['x']])(
  'refuses to set the switch to %s seconds',
  async (seconds) => {
    expect(await call('POST orders/dead_mans_switch', { seconds })).toMatchObject({
      error: 'parameter_wrong',
      params: { field: 'seconds' },
    });
  },
);

test('rejects SQL by the serving role that changes the switch, fires it early or late, or cancels its orders', async () => {
  const resting = await restLeveraged();
  await ok('POST orders/dead_mans_switch', { seconds: 600 });
  const { rows } = await owner.query<{ book: string }>('select book from position where id = $1', [
    resting.id,
  ]);
  const book = rows[0]?.book;
  const fate = (sql: string) =>
    fateOf(serving, [`update dead_mans_switch set version = version + 1, ${sql} where book = ${book}`], {
      atCommit: true,
    });
  const newest = `(select max(seq) from tape where symbol = 'BTC/USDT')`;
  const AT_ITS_TIME = 'dead_mans_switch_at_its_time';
  expect(await fate(`status = 'fired', fired_seq = ${newest}`)).toBe(AT_ITS_TIME);
  expect(await fate(`status = 'disarmed'`)).toBe('acts_in_session');
  expect(await fate(`seconds = 5, due_ms = set_ms + 5000`)).toBe('acts_in_session');
  expect(await fate(`due_ms = due_ms - 1000`)).toBe('dead_mans_switch_due');
  expect(await fate(`version = version`)).toMatch(/multiple assignments|dead_mans_switch_transition/);
  expect(
    await fateOf(serving, [
      `update position set cancel_ms = market_ms(), cancel_seq = ${newest}, cancel_age_ms = fill_age_ms, status = 'cancelled', reason = 'customer',
        margin = 0, ended_seq = ${newest}, closed_ms = market_ms() where id = ${resting.id}`,
    ]),
  ).toBe('acts_in_session');
  // The switch is due, but can't fire without cancelling the resting orders.
  await owner.query('alter table dead_mans_switch disable trigger user');
  await owner.query(
    `update dead_mans_switch set set_ms = set_ms - 700000, due_ms = due_ms - 700000, armed_seq = 0 where book = $1`,
    [book],
  );
  await owner.query('alter table dead_mans_switch enable trigger user');
  const first = `(select min(seq) from tape where symbol = 'BTC/USDT' and time_ms >= due_ms)`;
  expect(await fate(`status = 'fired', fired_seq = ${first} + 1`)).toBe(AT_ITS_TIME);
  const fire = `update dead_mans_switch set version = version + 1, status = 'fired', fired_seq = ${first} where book = ${book}`;
  expect(await fate(`status = 'fired', fired_seq = ${first}`)).toBe('dead_mans_switch_cleared');
  // Nobody may choose which orders the switch cancels: not while it is due, and not after it has fired.
  const second = await restLeveraged();
  const cancel = ({ id }: Told) =>
    `update position p set cancel_ms = market_ms(), cancel_seq = h.seq, cancel_age_ms = h.fill_age_ms, status = 'cancelled', reason = 'customer',
      margin = 0, ended_seq = h.seq, closed_ms = market_ms() from tape_head h where h.symbol = p.symbol and p.id = ${id}`;
  const together = (...statements: string[]) => fateOf(serving, statements, { atCommit: true });
  expect(await together(cancel(resting))).toBe('acts_in_session');
  expect(await together(cancel(resting), cancel(second), fire)).toBe('acts_in_session');
  expect(await together(fire, cancel(resting))).toBe('dead_mans_switch_cleared');
  await ok('POST orders/dead_mans_switch', { seconds: 0 });
});
