/** Contracts end to end over HTTP, on a real PostgreSQL with the simulated market running. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { openingCost, profitAt } from '@candor/domain/trading/contract.ts';
import { askedTier } from '@candor/testing/tiers.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { instruments } from '../../quotes/catalogue.ts';

let server: WholeServer;
let owner: Pool;
let token: string;
const btc = instruments.get('BTC/USDT')!;

beforeAll(async () => {
  server = await openWholeServer();
  owner = createPool(server.ownerUrl, { max: 2 });
});
beforeEach(async () => {
  token = await server.login();
  await call('demo/start_over', {});
  await call('wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
});
afterAll(async () => {
  await whole();
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).*failed|did not fire/.test(text))).toEqual([]);
  await server.stop();
});

type Submitted = CallOutput<'POST lever/submit'>;
type Position = CallOutput<'POST lever/setstop'>;
type Closed = CallOutput<'POST lever/close'>;

async function call(path: string, fields: Record<string, unknown>, how: { key?: string; as?: string } = {}) {
  const { as = token, ...rest } = how;
  const answer = await server.call(`POST ${path}`, { fields, token: as, ...rest });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  return answer.body;
}

async function ok<Message>(path: string, fields: Record<string, unknown>, key?: string): Promise<Message> {
  const body = await call(path, fields, key === undefined ? {} : { key });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 20 };
const open = (change: Record<string, unknown> = {}) => ok<Submitted>('lever/submit', { ...order, ...change });

async function money() {
  const wallets = await ok<CallOutput<'POST wallet/list'>>('wallet/list', {});
  const usdt = wallets.find(({ currency }) => currency === 'USDT');
  return {
    available: amount(usdt?.contract.available ?? '0'),
    frozen: amount(usdt?.contract.frozen ?? '0'),
    credit: amount(usdt?.experience?.available ?? '0'),
  };
}

async function positions(status?: string): Promise<Position[]> {
  const fields = status === undefined ? {} : { status };
  return (await ok<CallOutput<'POST lever/my_trade'>>('lever/my_trade', fields)).items;
}

async function positionOf(id: string): Promise<Position> {
  const found = (await positions()).find((one) => one.id === id);
  if (found === undefined) throw new Error(`position ${id} not found`);
  return found;
}

async function quote() {
  const ticket = await ok<CallOutput<'POST lever/deal'>>('lever/deal', { symbol: 'BTC/USDT' });
  if (ticket.quote === null) throw new Error('expected a quote, found none');
  return { bid: amount(ticket.quote.bid), ask: amount(ticket.quote.ask) };
}

const ticks = (price: bigint) => formatAmount(price - (price % btc.tickSize));

async function whole(): Promise<void> {
  expect(await breaches(owner)).toEqual([]);
}

test('opens and closes a long position, and posts every unit to the ledger', async () => {
  const before = await money();
  const opened = await open({ take_profit: '900000', stop_loss: '1000' });
  expect(opened.status).toBe('open');
  const price = amount(opened.price as string);
  const deal = { quantity: amount('0.01'), price, rate: ONE, leverage: 20 };
  const cost = openingCost(btc, deal);
  expect(opened).toMatchObject({ margin: formatAmount(cost.margin), fee: formatAmount(cost.fee) });
  const held = await money();
  expect(held.frozen).toBe(cost.margin);
  expect(held.available).toBe(before.available - cost.total);
  await whole();
  expect(await positionOf(opened.id)).toMatchObject({
    status: 'open',
    entry_price: opened.price,
    entry_seq: opened.tape_seq,
    take_profit: '900000',
    stop_loss: '1000',
    liquidation_price: opened.liquidation_price,
  });

  const closed = await ok<Closed>('lever/close', { id: opened.id });
  expect(closed.status).toBe('closed');
  const exposure = { side: 'long', quantity: amount('0.01'), entryPrice: price, rate: ONE } as const;
  const { pnl } = profitAt(btc, exposure, amount(closed.price as string));
  expect(closed.pnl).toBe(formatAmount(pnl));
  const after = await money();
  expect(after).toEqual({
    ...before,
    available: before.available - cost.fee + pnl - amount(closed.fee as string),
  });
  const [record] = (await positionOf(opened.id)).closes;
  expect(record).toMatchObject({
    tape_seq: closed.tape_seq,
    reason: 'customer',
    financing: '0',
    shortfall: '0',
  });
  await whole();
});

test('closes a short position in parts, with experience credit and added margin', async () => {
  const before = await money();
  const opened = await open({ side: 'short', collateral: 'promo', quantity: '0.002', leverage: 100 });
  expect((await money()).available).toBe(before.available);
  const margin = amount(opened.margin);
  expect((await money()).credit).toBe(before.credit - margin - amount(opened.fee));
  expect(await ok<Position>('lever/setstop', { id: opened.id, add_margin: '10' })).toMatchObject({
    margin: formatAmount(margin + amount('10')),
  });
  await whole();
  await ok<Closed>('lever/close', { id: opened.id, quantity: '0.001' });
  expect(await positionOf(opened.id)).toMatchObject({ status: 'open', open_quantity: '0.001' });
  await whole();
  const refused = await call('lever/close', { id: opened.id, quantity: '0.002' });
  expect(refused).toMatchObject({
    error: 'quantity_above_maximum',
    params: { field: 'quantity', max: '0.001' },
  });
  expect(await ok('lever/dealall', { side: 'long' })).toEqual([]);
  expect(await ok('lever/dealall', { side: 'short' })).toMatchObject([{ id: opened.id, status: 'closed' }]);
  expect((await positionOf(opened.id)).closes.map(({ reason }) => reason)).toEqual(['customer', 'close_all']);
  await whole();
});

test('holds margin for a resting order, sets its stop-loss, and releases the margin when it is cancelled', async () => {
  const before = await money();
  const { bid } = await quote();
  const far = ticks((bid * 8n) / 10n);
  const rested = await open({ type: 'limit', price: far });
  expect(rested).toMatchObject({ status: 'pending', price: null, tape_seq: null });
  expect((await money()).frozen).toBe(amount(rested.margin));
  expect(await positions('in_transaction')).toMatchObject([{ id: rested.id, price: far }]);
  const wrong = await call('lever/setstop', { id: rested.id, stop_loss: formatAmount(bid) });
  expect(wrong).toMatchObject({ error: 'stop_loss_wrong', params: { field: 'stop_loss', entry: far } });
  await ok('lever/setstop', { id: rested.id, stop_loss: far });
  expect(await ok('lever/cancel', { id: rested.id })).toEqual({ id: rested.id, status: 'cancelled' });
  expect(await call('lever/cancel', { id: rested.id })).toMatchObject({ error: 'order_not_cancellable' });
  await open({ type: 'limit', price: far });
  await open({ type: 'limit', price: far, side: 'long' });
  expect(await ok('lever/cancel_all', { symbol: 'ETH/USDT' })).toEqual([]);
  expect(await ok<unknown[]>('lever/cancel_all', {})).toHaveLength(2);
  expect(await money()).toEqual(before);
  await whole();
});

test('fills a limit order above the market immediately at the market price, and closes on a trailing stop', async () => {
  const { ask } = await quote();
  const filled = await open({ type: 'limit', price: ticks((ask * 11n) / 10n) });
  expect(filled.status).toBe('open');
  expect(amount(filled.price as string)).toBeLessThan((ask * 101n) / 100n);
  await ok('lever/setstop', { id: filled.id, trailing: '0.01' });
  const deadline = performance.now() + 15_000;
  while ((await positionOf(filled.id)).status !== 'closed' && performance.now() < deadline) await delay(100);
  expect(await positionOf(filled.id)).toMatchObject({ status: 'closed', reason: 'trailing' });
  expect((await money()).frozen).toBe(0n);
  await whole();
});

test('rejects hostile input, names the field and changes nothing', async () => {
  const kept = await open({ quantity: '0.001' });
  const before = await money();
  const count = (await positions()).length;
  const submit = 'lever/submit';
  const limit = { type: 'limit', price: '10000' };
  const refused: [string, Record<string, unknown>, error: string, field: string][] = [
    [submit, { quantity: '-0.01' }, 'parameter_wrong', 'quantity'],
    [submit, { quantity: '0' }, 'quantity_below_minimum', 'quantity'],
    [submit, { quantity: '0.0105' }, 'quantity_off_step', 'quantity'],
    [submit, { quantity: '50.001' }, 'quantity_above_maximum', 'quantity'],
    [submit, { quantity: 0.01 }, 'parameter_wrong', 'quantity'],
    [submit, { quantity: '1e2' }, 'parameter_wrong', 'quantity'],
    [submit, { quantity: ['1'] }, 'parameter_wrong', 'quantity'],
    [submit, { quantity: '' }, 'parameter_missing', 'quantity'],
    [submit, { ...limit, price: '0' }, 'price_off_tick', 'price'],
    [submit, { ...limit, price: '-1' }, 'parameter_wrong', 'price'],
    [submit, { ...limit, price: '10000.001' }, 'price_off_tick', 'price'],
    [submit, { ...limit, price: '9999999999999' }, 'price_above_maximum', 'price'],
    [submit, { ...limit, price: undefined }, 'parameter_missing', 'price'],
    [submit, { ...limit, side: 'short', price: '1' }, 'limit_sell_below_price', 'price'],
    [submit, { leverage: 0 }, 'leverage_not_offered', 'leverage'],
    [submit, { leverage: -1 }, 'leverage_not_offered', 'leverage'],
    [submit, { leverage: 1e9 }, 'leverage_not_offered', 'leverage'],
    [submit, { leverage: 3 }, 'leverage_not_offered', 'leverage'],
    [submit, { leverage: 2.5 }, 'parameter_wrong', 'leverage'],
    [submit, { leverage: '20x' }, 'parameter_wrong', 'leverage'],
    [submit, { side: 'up' }, 'parameter_wrong', 'side'],
    [submit, { collateral: 'equity' }, 'parameter_wrong', 'collateral'],
    [submit, { symbol: 'NOT/USDT' }, 'pair_not_found', 'symbol'],
    [submit, { symbol: 'EUR/USD' }, 'pair_not_active', 'symbol'],
    [submit, { symbol: 'JPY/USDT' }, 'pair_not_found', 'symbol'],
    [submit, { take_profit: '0' }, 'take_profit_wrong', 'take_profit'],
    [submit, { take_profit: '1' }, 'take_profit_wrong', 'take_profit'],
    [submit, { stop_loss: '0' }, 'stop_loss_wrong', 'stop_loss'],
    [submit, { stop_loss: '900000' }, 'stop_loss_wrong', 'stop_loss'],
    [submit, { trailing: '0' }, 'trailing_wrong', 'trailing'],
    [submit, { worst_price: '1' }, 'price_moved', 'worst_price'],
    [submit, { quantity: '40', leverage: 2 }, 'margin_insufficient', 'quantity'],
    [submit, { quantity: '1', collateral: 'promo' }, 'credit_insufficient', 'quantity'],
    ['lever/close', { id: '99999999' }, 'trade_not_found', 'id'],
    ['lever/close', { id: 'x' }, 'trade_not_found', 'id'],
    ['lever/whclose', { id: kept.id }, 'trade_not_found', 'id'],
    ['lever/close', { id: kept.id, quantity: '0' }, 'quantity_below_minimum', 'quantity'],
    ['lever/close', { id: kept.id, quantity: '-0.001' }, 'parameter_wrong', 'quantity'],
    ['lever/setstop', { id: kept.id, stop_loss: '0' }, 'stop_loss_wrong', 'stop_loss'],
    ['lever/setstop', { id: kept.id, profit_lock: '1' }, 'profit_lock_wrong', 'profit_lock'],
    ['lever/setstop', { id: kept.id, add_margin: '0' }, 'amount_wrong', 'add_margin'],
    ['lever/setstop', { id: kept.id, add_margin: '-5' }, 'parameter_wrong', 'add_margin'],
    ['lever/setstop', { id: kept.id, add_margin: '99999999' }, 'margin_insufficient', 'add_margin'],
    ['lever/cancel', { id: kept.id }, 'order_not_cancellable', 'id'],
    ['lever/my_trade', { cursor: 'x' }, 'parameter_wrong', 'cursor'],
  ];
  for (const [path, fields, error, field] of refused) {
    const body = await call(path, path === submit ? { ...order, ...fields } : fields);
    expect(body, `${path} ${JSON.stringify(fields)}`).toMatchObject({
      type: 'error',
      error,
      params: { field },
    });
  }
  expect(await money()).toEqual(before);
  expect(await positions()).toHaveLength(count);
  await whole();
});

test('ignores price, cost and outcome fields sent by a client', async () => {
  const { ask } = await quote();
  const lies = {
    price: '1',
    entry_price: '1',
    margin: '0',
    fee: '0',
    status: 'closed',
    pnl: '99',
    book: '1',
    rate: '0',
  };
  const opened = await open(lies);
  expect(amount(opened.price as string)).toBeGreaterThan((ask * 9n) / 10n);
  expect(amount(opened.fee)).toBeGreaterThan(0n);
  const closed = await ok<Closed>('lever/close', { id: opened.id, price: '900000', pnl: '1000000' });
  expect(amount(closed.price as string)).toBeLessThan((ask * 11n) / 10n);
  await whole();
});

test("refuses to show, change or close another customer's position", async () => {
  const mine = await open({ quantity: '0.001' });
  const other = { as: await server.login(1) };
  for (const path of ['lever/close', 'lever/setstop', 'lever/cancel', 'lever/whclose']) {
    expect(await call(path, { id: mine.id }, other)).toMatchObject({ error: 'trade_not_found' });
  }
  expect((await call('lever/my_trade', {}, other)).message).toMatchObject({ items: [] });
  expect(await positionOf(mine.id)).toMatchObject({ status: 'open', stop_loss: null });
});

/** Only the slower test tiers run all rounds, because each round takes seconds of CPU time. */
const ROUNDS = askedTier() === 'usual' ? 5 : 20;

test('closes a position once under fifty concurrent calls, and answers every call', async () => {
  const answers = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await open({ quantity: '0.001' });
    const bodies = await Promise.all(
      Array.from({ length: 50 }, (_, step) => {
        if (step % 3 === 0) return call('lever/close', { id });
        if (step % 3 === 1) return call('lever/setstop', { id, stop_loss: String(1000 + step) });
        return call('lever/dealall', {});
      }),
    );
    for (const body of bodies) {
      const name = body.type === 'ok' ? 'ok' : String((body as { error?: string }).error);
      answers.set(name, (answers.get(name) ?? 0) + 1);
    }
    const { status, closes } = await positionOf(id);
    expect({ status, closes: closes.length }).toEqual({ status: 'closed', closes: 1 });
  }
  // While 32 commands are queued, the server refuses further calls as too many. Calls after the close find the position closed.
  const expected = ['ok', 'position_not_open', 'too_many_requests'];
  expect([...answers.keys()].filter((name) => !expected.includes(name))).toEqual([]);
  expect((await money()).frozen).toBe(0n);
  await whole();
});

test('executes a repeated request once and returns the same answer', async () => {
  const before = await money();
  const bodies = await Promise.all(
    Array.from({ length: 20 }, () => call('lever/submit', order, { key: 'one' })),
  );
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  const { id, margin, fee } = bodies.at(0)!.message as Submitted;
  expect((await money()).available).toBe(before.available - amount(margin) - amount(fee));
  expect(await call('lever/submit', { ...order, quantity: '0.02' }, { key: 'one' })).toMatchObject({
    error: 'key_reused',
  });
  const closings = await Promise.all(
    Array.from({ length: 20 }, () => call('lever/close', { id }, { key: 'one' })),
  );
  expect(new Set(closings.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(closings[0]).toMatchObject({ type: 'ok', message: { status: 'closed' } });
  expect(await call('lever/close', { id })).toMatchObject({ error: 'position_not_open' });
  await whole();
});

test('rejects new positions without the leverage permission, and still accepts stops and closes for open positions', async () => {
  const { bid } = await quote();
  const kept = await open({ quantity: '0.002' });
  const rested = await open({ type: 'limit', price: ticks(bid / 2n) });
  // Operators can't withdraw the permission while a position is open, so the test withdraws it as the database owner.
  await owner.query('alter table customer disable trigger lever_enabled_record');
  await owner.query(`update customer set lever_enabled = false where account = 'lena'`);
  try {
    expect(await call('lever/submit', order)).toMatchObject({ error: 'lever_not_enabled' });
    expect(await call('lever/submit', { ...order, symbol: 'EUR/USD' })).toMatchObject({
      error: 'pair_not_active',
    });
    expect(await ok<CallOutput<'POST lever/deal'>>('lever/deal', { symbol: 'BTC/USDT' })).toMatchObject({
      lever_enabled: false,
    });
    await ok('lever/setstop', { id: kept.id, stop_loss: '1000', add_margin: '1' });
    await ok('lever/close', { id: kept.id, quantity: '0.001' });
    await ok('lever/cancel', { id: rested.id });
    expect(await ok('lever/dealall', {})).toMatchObject([{ id: kept.id, status: 'closed' }]);
  } finally {
    await owner.query(`update customer set lever_enabled = true where account = 'lena'`);
    await owner.query('alter table customer enable trigger lever_enabled_record');
  }
  await whole();
});

test('closes positions and orders on a reset, and restores the granted credit', async () => {
  const { bid } = await quote();
  const ids = [
    await open(),
    // Uses a different instrument, because credit can't open the opposite side of a position in the same one.
    await open({
      symbol: 'ETH/USDT',
      side: 'short',
      leverage: 100,
      collateral: 'promo',
      quantity: '0.01',
    }),
    await open({ type: 'limit', price: ticks(bid / 2n) }),
  ].map(({ id }) => id);
  await ok('demo/start_over', {});
  for (const id of ids) {
    expect(await positionOf(id)).toMatchObject({ reason: 'start_over', margin: '0', open_quantity: '0' });
  }
  expect(await money()).toEqual({ available: 0n, frozen: 0n, credit: amount('100') });
  expect(await positions('holding')).toEqual([]);
  expect(await positions('in_transaction')).toEqual([]);
  await whole();
});

test('returns the history in pages from newest to oldest', async () => {
  await open({ quantity: '0.001' });
  const first = await ok<CallOutput<'POST lever/my_trade'>>('lever/my_trade', {
    limit: 2,
    status: 'completed',
  });
  expect(first.items).toHaveLength(2);
  const cursor = first.next as string;
  const second = await ok<CallOutput<'POST lever/my_trade'>>('lever/my_trade', {
    limit: 2,
    cursor,
    status: 'completed',
  });
  const ids = [...first.items, ...second.items].map(({ id }) => BigInt(id));
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)));
  expect(new Set(ids).size).toBe(4);
});

test('reduces positions by an order on the other side, oldest position first, without opening a new one', async () => {
  const before = await money();
  const first = await open();
  const second = await open();
  const reduce = (quantity: string) =>
    ok<CallOutput<'POST lever/reduce'>>('lever/reduce', { symbol: 'BTC/USDT', side: 'short', quantity });
  expect(await reduce('0.015')).toMatchObject([
    { id: first.id, status: 'closed', quantity: '0.01', refusal: null },
    { id: second.id, status: 'open', quantity: '0.005', refusal: null },
  ]);
  expect(await positionOf(second.id)).toMatchObject({ open_quantity: '0.005' });
  expect(await reduce('5')).toMatchObject([{ id: second.id, status: 'closed', quantity: '0.005' }]);
  expect(await call('lever/reduce', { symbol: 'BTC/USDT', side: 'short', quantity: '1' })).toMatchObject({
    error: 'position_not_open',
  });
  expect(await positions('holding')).toEqual([]);
  expect((await money()).frozen).toBe(before.frozen);
  await whole();
});

test('applies the time in force of an order: FOK, IOC and GTD', async () => {
  const { ask } = await quote();
  const now = await open({
    type: 'limit',
    price: ticks(ask * 2n),
    time_in_force: 'FOK',
    client_order_id: 'a:1',
  });
  expect(now.status).toBe('open');
  const never = { ...order, type: 'limit', price: '1000', time_in_force: 'IOC' };
  expect(await call('lever/submit', never)).toMatchObject({ error: 'price_moved' });
  const { time_ms: nowMs } = (await owner.query<{ time_ms: string }>(`select market_now_ms() as time_ms`))
    .rows[0] as { time_ms: string };
  const till = { ...never, time_in_force: 'GTD', expires_at: Number(nowMs) + 3000, client_order_id: 'a:2' };
  const rested = await ok<Submitted>('lever/submit', till);
  expect(await positionOf(rested.id)).toMatchObject({
    ...{ status: 'pending', time_in_force: 'GTD', expires_at: till.expires_at, client_order_id: 'a:2' },
  });
  const found = await ok<CallOutput<'POST lever/my_trade'>>('lever/my_trade', { client_order_id: 'a:2' });
  expect(found.items.map(({ id }) => id)).toEqual([rested.id]);
  await expect.poll(async () => (await positionOf(rested.id)).reason, { timeout: 20_000 }).toBe('expired');
  expect(await ok('lever/close', { id: now.id })).toMatchObject({ status: 'closed' });
  await whole();
});
