/** Spot through the API, on PostgreSQL with the simulated market running. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';

let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login();
});
afterAll(async () => {
  const pool = createPool(server.url, { max: 1 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  await server.stop();
});

type Order = CallOutput<'GET coin/list'>['items'][number];

async function trade(fields: Record<string, string>, key?: string) {
  const { body } = await server.call('POST coin/trade', {
    fields,
    token,
    ...(key === undefined ? {} : { key }),
  });
  return body;
}

async function list(fields: Record<string, string> = {}) {
  const { body } = await server.call('GET coin/list', { fields, token });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as CallOutput<'GET coin/list'>;
}

async function orderOf(id: string): Promise<Order> {
  const found = (await list()).items.find((order) => order.id === id);
  if (found === undefined) throw new Error(`expected an order ${id}, found none`);
  return found;
}

async function available(currency: string): Promise<{ available: bigint; frozen: bigint }> {
  const { body } = await server.call('POST wallet/list', { token });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  const wallet = (body.message as CallOutput<'POST wallet/list'>).find((one) => one.currency === currency);
  return { available: amount(wallet?.spot.available ?? '0'), frozen: amount(wallet?.spot.frozen ?? '0') };
}

async function quote(symbol: string) {
  const { body } = await server.call('GET currency/quotation_new');
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  const found = (body.message as CallOutput<'GET currency/quotation_new'>).find(
    (one) => one.symbol === symbol,
  );
  return { bid: amount(found?.bid ?? '0'), ask: amount(found?.ask ?? '0') };
}

test('changes the balances by exactly the amounts returned for a market buy', async () => {
  const before = await available('USDT');
  const answer = await trade({ symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.01' });
  if (answer.type !== 'ok') throw new Error(JSON.stringify(answer));
  const { id, status, legs } = answer.message as CallOutput<'POST coin/trade'>;
  expect(status).toBe('filled');
  const [leg] = legs;
  const after = await available('USDT');
  expect(before.available - after.available).toBe(amount(leg?.value ?? '') + amount(leg?.fee ?? ''));
  expect((await available('BTC')).available).toBe(amount('0.01'));
  expect(await orderOf(id)).toMatchObject({ status: 'filled', legs: [leg] });
});

/** The time in milliseconds for which a buy rests before the test assumes that the market has moved away, and cancels it. */
const RESTS_MS = 5_000;

/**
 * Buys at the current bid and returns the outcome: `at once` or `filled`, or `left` if the market has moved away and the order
 * was cancelled.
 */
async function buyAtBid(): Promise<'at once' | 'filled' | 'left'> {
  const { bid } = await quote('ETH/USDT');
  const price = formatAmount(bid);
  const answer = await trade({ symbol: 'ETH/USDT', side: 'buy', type: 'limit', quantity: '0.01', price });
  if (answer.type !== 'ok') throw new Error(JSON.stringify(answer));
  const placed = answer.message as CallOutput<'POST coin/trade'>;
  if (placed.status === 'filled') return 'at once';
  expect(placed).toMatchObject({ status: 'open', legs: [] });
  const deadline = performance.now() + RESTS_MS;
  let order = await orderOf(placed.id);
  while (order.status === 'open' && performance.now() < deadline) {
    await delay(100);
    order = await orderOf(placed.id);
  }
  if (order.status === 'open') {
    await server.call('POST order/cancel', { fields: { id: placed.id }, token });
    await expect.poll(async () => (await orderOf(placed.id)).status, { timeout: 20_000 }).not.toBe('open');
    order = await orderOf(placed.id);
    if (order.status === 'cancelled') return 'left';
  }
  expect(order.status).toBe('filled');
  expect(amount(order.legs[0]?.price ?? '')).toBeLessThanOrEqual(bid);
  return 'filled';
}

test('fills a resting buy at its level or better', async () => {
  // The simulated market moves many ticks a second in both directions, so it soon reaches most levels.
  const until = performance.now() + 80_000;
  while ((await buyAtBid()) !== 'filled') expect(performance.now()).toBeLessThan(until);
  expect((await available('USDT')).frozen).toBe(0n);
});

test('lists orders by status in pages, and cancels one of them or all', async () => {
  const ids: string[] = [];
  for (const price of ['1000', '1001', '1002', '1003', '1004']) {
    const answer = await trade({ symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.01', price });
    if (answer.type !== 'ok') throw new Error(JSON.stringify(answer));
    ids.push((answer.message as CallOutput<'POST coin/trade'>).id);
  }
  const first = await list({ status: 'in_transaction', limit: '3' });
  expect(first.items.map((order) => order.id)).toEqual(ids.toReversed().slice(0, 3));
  const second = await list({ status: 'in_transaction', limit: '3', cursor: first.next ?? '' });
  expect(second.items.map((order) => order.id)).toEqual(ids.toReversed().slice(3));
  expect(second.next).toBeNull();

  const cancel = (id: string) => server.call('POST order/cancel', { fields: { id }, token });
  expect((await cancel(ids[0] as string)).body).toMatchObject({
    type: 'ok',
    message: { status: 'cancelled' },
  });
  expect((await cancel(ids[0] as string)).body).toMatchObject({ error: 'order_not_cancellable' });
  expect((await cancel('999999999')).body).toMatchObject({ error: 'trade_not_found' });
  const all = await server.call('POST order/cancel_all', { fields: { symbol: 'BTC/USDT' }, token });
  expect(all.body).toMatchObject({ type: 'ok' });
  expect((await list({ status: 'in_transaction' })).items).toEqual([]);
  expect((await available('USDT')).frozen).toBe(0n);
  expect(await orderOf(ids[1] as string)).toMatchObject({ status: 'cancelled', reason: 'customer' });
});

test('fills both legs of a coin-to-coin order, or neither if the balance is insufficient', async () => {
  const answer = await trade({ from: 'BTC', to: 'ETH', amount: '0.005' });
  if (answer.type !== 'ok') throw new Error(JSON.stringify(answer));
  const { legs } = answer.message as CallOutput<'POST coin/trade'>;
  expect(legs.map((leg) => `${leg.side} ${leg.symbol}`)).toEqual(['sell BTC/USDT', 'buy ETH/USDT']);
  const before = await available('BTC');
  expect(await trade({ from: 'BTC', to: 'ETH', amount: '5' })).toMatchObject({ error: 'coins_insufficient' });
  expect(await available('BTC')).toEqual(before);
});

test('fills only as many of fifty concurrent orders as the balance covers', async () => {
  const { ask } = await quote('BTC/USDT');
  const { available: usdt } = await available('USDT');
  const part = formatAmount(((usdt * 100_000_000n) / ask / 3n / 1000n) * 1000n);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      trade({ symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: part }),
    ),
  );
  const filled = answers.filter((answer) => answer.type === 'ok');
  expect(filled.length).toBeGreaterThan(0);
  expect(filled.length).toBeLessThanOrEqual(3);
  for (const answer of answers) {
    if (answer.type !== 'ok') expect(['balance_insufficient', 'too_many_requests']).toContain(answer.error);
  }
  expect((await available('USDT')).available).toBeGreaterThanOrEqual(0n);
});

test('creates one order for twenty requests with the same key, and refuses the key with different fields', async () => {
  const fields = { symbol: 'LTC/USDT', side: 'buy', type: 'market', quantity: '0.01' };
  const before = (await list()).items.length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => trade(fields, 'same')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ type: 'ok' });
  expect((await list({ limit: '100' })).items.length).toBe(before + 1);
  const other = await trade({ ...fields, quantity: '0.02' }, 'same');
  expect(other).toMatchObject({ error: 'key_reused', params: { field: 'Idempotency-Key' } });
});
