/** Forex and metals end to end over HTTP, on a real PostgreSQL with the simulated market in mid-week. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { openingCost, profitAt } from '@candor/domain/trading/contract.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { instruments } from '../../quotes/catalogue.ts';

let server: WholeServer;
let owner: Pool;
let token: string;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  owner = createPool(server.ownerUrl, { max: 2 });
  token = await server.login();
  const deadline = performance.now() + 15_000;
  while ((await ticket('USD/JPY')).rate === null && performance.now() < deadline) await delay(50);
});
beforeEach(async () => {
  await ok('demo/start_over', {});
  await ok('wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '20000' });
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).*failed|did not fire/.test(text))).toEqual([]);
  await server.stop();
});

type Submitted = CallOutput<'POST lever/whsubmit'>;
type Position = CallOutput<'POST lever/my_wh_trade'>['items'][number];
type Closed = CallOutput<'POST lever/whclose'>;

async function call(path: string, fields: Record<string, unknown>) {
  const answer = await server.call(`POST ${path}`, { fields, token });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  return answer.body;
}

async function ok<Message>(path: string, fields: Record<string, unknown>): Promise<Message> {
  const body = await call(path, fields);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

const ticket = (symbol: string) => ok<CallOutput<'POST lever/deal'>>('lever/deal', { symbol });
const order = { symbol: 'EUR/USD', side: 'long', type: 'market', quantity: '0.1', leverage: 100 };

async function available(): Promise<bigint> {
  const wallets = await ok<CallOutput<'POST wallet/list'>>('wallet/list', {});
  return amount(wallets.find(({ currency }) => currency === 'USDT')?.contract.available ?? '0');
}

async function positionOf(id: string): Promise<Position> {
  const { items } = await ok<CallOutput<'POST lever/my_wh_trade'>>('lever/my_wh_trade', {});
  const found = items.find((one) => one.id === id);
  if (found === undefined) throw new Error(`position ${id} not found`);
  return found;
}

test.each(['EUR/USD', 'XAU/USD', 'BTC/USDT'])(
  'accepts a client order id, an expiry, post-only, IOC and a reduction for %s',
  async (symbol) => {
    const isCoin = symbol === 'BTC/USDT';
    const [submits, lists] = isCoin
      ? ['lever/submit', 'lever/my_trade']
      : ['lever/whsubmit', 'lever/my_wh_trade'];
    const { quote, limits, leverages } = await ticket(symbol);
    const [ask, tick] = [amount(quote?.ask ?? '0'), amount(limits.tick_size)];
    const at = (percent: bigint) => formatAmount(((ask * percent) / 100n / tick) * tick);
    const limit = {
      ...{ symbol, side: 'long', type: 'limit', quantity: limits.quantity_min, leverage: leverages[0] },
    };
    const expiresAt = (quote?.time ?? 0) * 1000 + 86_400_000;
    const resting = {
      ...limit,
      price: at(90n),
      post_only: true,
      client_order_id: `on ${symbol}`.replace(' ', ':').replace('/', '-'),
    };
    await ok(submits, { ...resting, time_in_force: 'GTD', expires_at: expiresAt });
    const [first] = (await ok<CallOutput<'POST lever/my_trade'>>(lists, { status: 'in_transaction' })).items;
    expect([first?.post_only, first?.expires_at, first?.client_order_id]).toEqual([
      true,
      expiresAt,
      resting.client_order_id,
    ]);
    expect(await call(submits, resting)).toMatchObject({ error: 'client_order_id_used' });
    const reached = { ...limit, price: at(110n) };
    // A dealer's quote has no maker, so the instruction only keeps the order from opening immediately.
    expect(await call(submits, { ...reached, post_only: true })).toMatchObject({
      error: 'post_only_would_fill',
    });
    const { id } = await ok<Submitted>(submits, { ...reached, time_in_force: 'IOC' });
    const listed = async () =>
      (await ok<CallOutput<'POST lever/my_trade'>>(lists, {})).items.find((one) => one.id === id);
    await expect.poll(async () => (await listed())?.status, { timeout: 10_000 }).toBe('open');
    expect(await listed()).toMatchObject({ time_in_force: 'IOC', worst_price: reached.price });
    const reduced = await ok<CallOutput<'POST lever/reduce'>>('lever/reduce', {
      ...{ symbol, side: 'short', quantity: formatAmount(amount(limits.quantity_min) * 5n) },
    });
    expect(reduced.map((one) => [one.id, amount(one.quantity)])).toEqual([[id, amount(limits.quantity_min)]]);
  },
);

test.each([
  ['EUR/USD', 'long', '0.1', 100],
  ['XAU/USD', 'short', '0.05', 50],
  ['USD/JPY', 'long', '0.25', 200],
  ['EUR/GBP', 'short', '0.01', 10],
] as const)(
  'settles %s %s to the exact unit, with lots, costs and profit',
  async (symbol, side, lots, leverage) => {
    const before = await available();
    const opened = await ok<Submitted>('lever/whsubmit', {
      ...order,
      symbol,
      side,
      quantity: lots,
      leverage,
    });
    const instrument = instruments.get(symbol)!;
    const { rate: rateText, rate_seq: rateSeq } = await positionOf(opened.id);
    const rate = amount(rateText);
    expect(rateSeq === null).toBe(symbol.endsWith('/USD'));
    const [quantity, price] = [amount(lots), amount(opened.price as string)];
    const cost = openingCost(instrument, { quantity, price, rate, leverage });
    expect(opened).toMatchObject({ margin: formatAmount(cost.margin), fee: formatAmount(cost.fee) });
    expect(await available()).toBe(before - cost.total);
    expect(await breaches(owner)).toEqual([]);

    const closed = await ok<Closed>('lever/whclose', { id: opened.id });
    const { pnl } = profitAt(
      instrument,
      { side, quantity, entryPrice: price, rate },
      amount(closed.price as string),
    );
    expect(closed.pnl).toBe(formatAmount(pnl));
    expect(await available()).toBe(before - cost.fee + pnl - amount(closed.fee as string));
    expect(await breaches(owner)).toEqual([]);
  },
);

test('converts at a rate that is recorded on the public tape', async () => {
  const opened = await ok<Submitted>('lever/whsubmit', { ...order, symbol: 'USD/JPY' });
  const { rate, rate_seq: seq } = await positionOf(opened.id);
  const { body } = await server.call('GET tape', {
    fields: { symbol: 'JPY/USDT', from_seq: String(seq), limit: '1' },
  });
  expect(body.message).toMatchObject([{ seq, bid: rate, ask: rate, last: rate }]);
});

test('keeps forex and contract positions separate, and accepts stops, cancellations and closes for forex', async () => {
  const euro = await ok<Submitted>('lever/whsubmit', order);
  const coin = await ok<Submitted>('lever/submit', {
    ...order,
    symbol: 'BTC/USDT',
    quantity: '0.001',
  });
  expect(await call('lever/close', { id: euro.id })).toMatchObject({ error: 'trade_not_found' });
  expect(await call('lever/whclose', { id: coin.id })).toMatchObject({ error: 'trade_not_found' });
  expect(await call('lever/whsubmit', { ...order, symbol: 'BTC/USDT' })).toMatchObject({
    error: 'pair_not_active',
    params: { field: 'symbol' },
  });
  const { items } = await ok<CallOutput<'POST lever/my_wh_trade'>>('lever/my_wh_trade', {
    status: 'holding',
  });
  expect(items.map(({ id }) => id)).toEqual([euro.id]);
  await ok('lever/setstop', { id: euro.id, stop_loss: '0.5' });
  const rested = await ok<Submitted>('lever/whsubmit', { ...order, type: 'limit', price: '0.7' });
  expect(await ok<unknown[]>('lever/cancel_all', { product: 'contract' })).toEqual([]);
  expect(await ok('lever/cancel_all', { product: 'forex' })).toEqual([
    { id: rested.id, status: 'cancelled' },
  ]);
  expect(await ok('lever/dealall', { product: 'forex' })).toMatchObject([{ id: euro.id, status: 'closed' }]);
  expect(await ok('lever/dealall', {})).toMatchObject([{ id: coin.id, status: 'closed' }]);
});

test.each<[Record<string, unknown>, error: string, field: string]>([
  [{ quantity: '0' }, 'quantity_below_minimum', 'quantity'],
  [{ quantity: '-0.01' }, 'parameter_wrong', 'quantity'],
  [{ quantity: '0.015' }, 'quantity_off_step', 'quantity'],
  [{ quantity: '50.01' }, 'quantity_above_maximum', 'quantity'],
  [{ leverage: 2 }, 'leverage_not_offered', 'leverage'],
  [{ leverage: 0 }, 'leverage_not_offered', 'leverage'],
  [{ leverage: -1 }, 'leverage_not_offered', 'leverage'],
  [{ leverage: 1e9 }, 'leverage_not_offered', 'leverage'],
  [{ symbol: 'XAU/USD', leverage: 200 }, 'leverage_not_offered', 'leverage'],
  [{ type: 'limit' }, 'parameter_missing', 'price'],
  [{ type: 'limit', price: '0' }, 'price_off_tick', 'price'],
  [{ type: 'limit', price: '0.700001' }, 'price_off_tick', 'price'],
  [{ side: 'short', type: 'limit', price: '0.5' }, 'limit_sell_below_price', 'price'],
  [{ take_profit: '0' }, 'take_profit_wrong', 'take_profit'],
  [{ stop_loss: '9' }, 'stop_loss_wrong', 'stop_loss'],
  [{ trailing: '0' }, 'trailing_wrong', 'trailing'],
  [{ quantity: '50', leverage: 10 }, 'margin_insufficient', 'quantity'],
  [{ symbol: 'JPY/USDT' }, 'pair_not_found', 'symbol'],
])('rejects an order with %j and changes nothing', async (fields, error, field) => {
  const before = await available();
  expect(await call('lever/whsubmit', { ...order, ...fields })).toMatchObject({ error, params: { field } });
  expect(await available()).toBe(before);
});

test('rejects a new position without a bank card, and still closes an open position', async () => {
  const euro = await ok<Submitted>('lever/whsubmit', order);
  const taken = await owner.query<{ book: string; bound_ms: string }>(
    `delete from bank_card where book = (select id from customer where account = 'lena') returning book, bound_ms`,
  );
  const [card] = taken.rows;
  expect(await call('lever/whsubmit', order)).toMatchObject({ error: 'bank_card_missing' });
  expect(await ok('lever/whclose', { id: euro.id })).toMatchObject({ status: 'closed' });
  await owner.query('insert into bank_card (book, bound_ms) values ($1, $2)', [card?.book, card?.bound_ms]);
});
