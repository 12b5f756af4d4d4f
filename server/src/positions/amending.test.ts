/**
 * Customers amend resting leveraged orders, through the executor and the database. Each entry is judged by the terms in force
 * at that entry, and plain SQL by the serving role cannot amend an order late, without its cost, without a record or outside a
 * session.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../quotes/catalogue.ts';
import type { Amendment } from './amending.ts';
import { amendOrder, cancelOrder } from './commands.ts';
import { fateOf } from './testing/fate.ts';
import { FIRED, NEWEST, positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({
  customers: 60,
  hold: /amended|taken back|was accepted names|ended otherwise|refused was so|journal/,
});

async function place(change: Parameters<typeof world.market.open>[1] = {}): Promise<bigint> {
  const opened = await world.market.open(world.book, { leverage: 2, price: amount('19500'), ...change });
  if (!opened.ok) throw new Error(opened.refusal.code);
  await delay(2);
  return BigInt(opened.value.id);
}
const amends = (id: bigint, to: Partial<Amendment>) =>
  world.house.run(
    amendOrder,
    {
      ...{ id, price: undefined, quantity: undefined, takeProfit: undefined, stopLoss: undefined },
      ...{ trailing: undefined, expiresMs: undefined, ...to },
      ...{ instruments, termsAt: (one) => one, jurisdictions: 'demo' },
    },
    world.at(),
  );
const cancels = (id: bigint) => world.house.run(cancelOrder, { id, instruments }, world.at());

async function rowOf(id: bigint) {
  const [row] = await world.house.owner<{ is: string }>(
    `select concat_ws(' ', p.status, p.reason, 'v' || (p.armed -> 'limit' ->> 0), trim_scale(p.price), trim_scale(p.quantity),
        'holds', trim_scale(p.margin), 'staked', trim_scale(p.staked), 'at ' || trim_scale(p.entry_price)) as is
      from position p where p.id = $1`,
    [id.toString()],
  );
  return row?.is;
}

const done = { ok: true, value: expect.objectContaining({ status: 'pending' }) };
const refused = (code: string) =>
  expect.objectContaining({ ok: false, refusal: expect.objectContaining({ code }) });
const STOP = { type: 'stop', price: amount('20500') } as const;

test.each([
  [
    'a limit',
    {},
    { price: amount('19800') },
    ['19780', '19790'],
    'open v2 19800 1 holds 9895 staked 9900 at 19790',
  ],
  [
    'a quantity',
    {},
    { quantity: amount('2') },
    ['19480', '19490'],
    'open v2 19500 2 holds 19490 staked 19500 at 19490',
  ],
  [
    'a smaller quantity',
    {},
    { quantity: amount('0.5') },
    ['19480', '19490'],
    'open v2 19500 0.5 holds 4872.5 staked 4875 at 19490',
  ],
  [
    'a short',
    { side: 'short', price: amount('21000') },
    { price: amount('20500') },
    ['20510', '20520'],
    'open v2 20500 1 holds 10250 staked 10250 at 20510',
  ],
  [
    'a stop',
    STOP,
    { price: amount('20300') },
    ['20290', '20310'],
    'open v2 20300 1 holds 10155 staked 10150 at 20310',
  ],
] as const)('amends %s, so that the next entry opens it', async (_, order, to, [bid, ask], outcome) => {
  const id = await place(order);
  expect(await amends(id, to)).toEqual(done);
  await world.market.price(bid, ask);
  expect(await world.market.fireHere(world.book, id, 'limit')).toMatchObject(FIRED);
  expect(await rowOf(id)).toBe(outcome);
});

test('changes the hold of the order by the difference, and returns all of it in the end', async () => {
  const id = await place();
  expect(await amends(id, { price: amount('19800'), quantity: amount('2') })).toEqual(done);
  await delay(2);
  expect(await amends(id, { quantity: amount('0.5') })).toEqual(done);
  await cancels(id);
  const moved = await world.house.owner<{ moved: string }>(
    `select j.kind || ' ' || trim_scale(p.amount) as moved from journal j join posting p on p.book = j.book and p.seq = j.seq
      where j.ref = 'position:' || $1 and p.account = 'contract_frozen' order by j.seq`,
    [id.toString()],
  );
  expect(moved.map(({ moved: line }) => line)).toEqual([
    'contract_hold 9759.75',
    'contract_hold 10060.05',
    'contract_release -14864.85',
    'contract_release -4954.95',
  ]);
});

test('sets and removes levels and the expiry of an order', async () => {
  const id = await place();
  const [now] = await world.house.owner<{ ms: string }>('select market_now_ms() as ms');
  const expiresMs = Number(now?.ms) + 1500;
  const levels = { takeProfit: amount('21000'), stopLoss: amount('19000'), trailing: amount('300') };
  expect(await amends(id, { ...levels, expiresMs })).toMatchObject({
    value: {
      take_profit: '21000',
      stop_loss: '19000',
      trailing: '300',
      time_in_force: 'GTD',
      expires_at: expiresMs,
    },
  });
  await delay(2);
  expect(await amends(id, { stopLoss: null, expiresMs: null })).toMatchObject({
    value: { take_profit: '21000', stop_loss: null, time_in_force: 'GTC', expires_at: null },
  });
  await delay(2);
  const [later] = await world.house.owner<{ ms: string }>('select market_now_ms() as ms');
  const soonMs = Number(later?.ms) + 1100;
  expect(await amends(id, { expiresMs: soonMs })).toEqual(done);
  await delay(1200);
  await world.market.price('19480', '19490');
  expect(await world.market.fireHere(world.book, id, 'limit')).toMatchObject({
    ok: true,
    value: { fired: false },
  });
  expect(await world.market.fireHere(world.book, id, 'expiry')).toMatchObject(FIRED);
  expect(await rowOf(id)).toMatch(/^cancelled expired /);
});

test('watches amended levels from the opening of the position', async () => {
  const id = await place();
  expect(await amends(id, { stopLoss: amount('19300') })).toEqual(done);
  await world.market.price('19480', '19490');
  expect(await world.market.fireHere(world.book, id, 'limit')).toMatchObject(FIRED);
  await world.market.price('19290', '19300');
  expect(await world.market.fireHere(world.book, id, 'stop')).toMatchObject(FIRED);
  expect(await rowOf(id)).toMatch(/^closed stop_loss /);
});

test.each([
  ['an order to a price at which it would open', {}, { price: amount('20010') }, 'post_only_would_fill'],
  [
    'a stop order to a level that is already reached',
    STOP,
    { price: amount('20010') },
    'stop_already_reached',
  ],
  ['an order to a price off the tick', {}, { price: amount('19500.001') }, 'price_off_tick'],
  ['an order to a quantity off the step', {}, { quantity: amount('1.00001') }, 'quantity_off_step'],
  ['an order beyond the balance', {}, { quantity: amount('20') }, 'margin_insufficient'],
  [
    'an order past its stop loss',
    { stopLoss: amount('19400') },
    { price: amount('19300') },
    'stop_loss_wrong',
  ],
  ['an order to an expiry in the past', {}, { expiresMs: 1 }, 'expiry_wrong'],
  [
    'an order at market',
    { type: 'market', price: undefined },
    { quantity: amount('2') },
    'order_state_wrong',
  ],
] as const)('refuses to amend %s', async (_, order, to, code) => {
  const id = await place(order);
  const before = await rowOf(id);
  expect(await amends(id, to)).toEqual(refused(code));
  expect(await rowOf(id)).toBe(before);
});

test('refuses to amend with no fresh price, and once an entry has reached the order', async () => {
  const id = await place();
  await world.market.price('20000', '20010', { fillAgeMs: 0 });
  await delay(2);
  expect(await amends(id, { price: amount('19400') })).toEqual(refused('busy'));
  await world.market.price('19480', '19490');
  expect(await amends(id, { price: amount('19000') })).toEqual(refused('busy'));
  expect(await world.market.fireHere(world.book, id, 'limit')).toMatchObject(FIRED);
  expect(await amends(id, { price: amount('19000') })).toEqual(refused('order_state_wrong'));
});

test('does not open an amended order at a late price that was made before the amendment', async () => {
  const id = await place();
  const [now] = await world.house.owner<{ ms: string }>('select market_now_ms() as ms');
  await delay(20);
  expect(await amends(id, { price: amount('19800') })).toEqual(done);
  await world.market.price('19700', '19710', { madeMs: Number(now?.ms) });
  await expect(world.market.fireHere(world.book, id, 'limit')).rejects.toThrow('does not fire');
  await world.market.price('19760', '19770');
  expect(await world.market.fireHere(world.book, id, 'limit')).toMatchObject(FIRED);
  expect(await rowOf(id)).toMatch(/at 19770$/);
});

describe('the database, when the serving role sends plain SQL,', () => {
  const NOW = 'n.now_ms';
  const watched = (atMs = NOW, seq = NEWEST) =>
    `armed = jsonb_set(armed, '{limit}', jsonb_build_array((armed -> 'limit' ->> 0)::int + 1, (${seq})::text, ${atMs})), amended_ms = ${atMs}`;
  /** Returns the margin and the fee for a price and a quantity, at the order's leverage of 2. */
  const costing = (
    price: number,
    quantity = 1,
    day = 'floor(extract(epoch from clock_timestamp()) / 86400)',
  ) => {
    const [margin, fee] = [(price * quantity) / 2, price * quantity * 0.0005];
    return `price = ${price}, quantity = ${quantity}, open_fee = ${fee}, initial_margin = ${margin}, staked = ${margin}, margin = ${margin + fee},
      placed_day = ${day}`;
  };
  const updates = (id: bigint, sql: string) =>
    `update position set ${sql} from (select market_now_ms() as now_ms offset 0) n where id = ${id}`;
  const row = (id: bigint, was = '19500') => `insert into position_amendment
    select p.book, p.id, (p.armed -> 'limit' ->> 0)::int, p.symbol, ${was}, 1, null, p.created_seq, p.created_ms, p.price, p.quantity, null,
      (p.armed -> 'limit' ->> 1)::bigint, (select h.fill_age_ms from tape_head h where h.symbol = p.symbol), p.amended_ms from position p where p.id = ${id}`;

  test.each([
    ['that costs nothing more', `${watched()}, take_profit = take_profit`, ['19500'], 'written'],
    ['without changing the hold', `${watched()}, ${costing(19400)}`, ['19500'], 'position_amendment_holds'],
    ['without its row', `${watched()}, ${costing(19400)}`, [], 'position_amendment_made'],
    ['with false former terms', `${watched()}, ${costing(19400)}`, ['19600'], 'position_amendment_made'],
    ['without its hold', `${watched()}, price = 19400`, ['19500'], 'position_amended_in_time'],
    ['to a quantity without its hold', `${watched()}, quantity = 2`, ['19500'], 'position_amended_in_time'],
    [
      'in the future',
      `${watched(`${NOW} + 600000`)}, ${costing(19400)}`,
      ['19500'],
      'position_amended_in_time',
    ],
    [
      'from a future entry',
      `${watched(NOW, `${NEWEST} + 5`)}, ${costing(19400)}`,
      ['19500'],
      'position_amended_in_time',
    ],
    [
      'under its former version',
      `amended_ms = ${NOW}, ${costing(19400)}`,
      ['19500'],
      'position_amended_in_time',
    ],
    [
      'that counts on another day',
      `${watched()}, ${costing(19400, 1, '1')}`,
      ['19500'],
      'position_amended_in_time',
    ],
    [
      'that also ends the order',
      `${watched()}, status = 'cancelled', reason = 'customer', margin = 0, closed_ms = ${NOW}`,
      [],
      'position_amended_in_time',
    ],
    [
      'that also opens the order',
      `${watched()}, ${costing(19400)}, status = 'open', open_quantity = 1, entry_price = 19400`,
      [],
      'position_amended_in_time',
    ],
  ])('accepts or rejects an amendment %s', async (_, sql, rows, outcome) => {
    const id = await place();
    const tried = [updates(id, sql), ...rows.map((was) => row(id, was))];
    const fate = await fateOf(world.house.pool, tried, { atCommit: true });
    expect(fate).toBe(outcome);
  });

  test('rejects amending an order at an old price, or once it was reached', async () => {
    const id = await place();
    const amended = [updates(id, `${watched()}, ${costing(19400)}`), row(id)];
    await world.market.price('20000', '20010', { fillAgeMs: 0 });
    await delay(2);
    expect(await fateOf(world.house.pool, amended)).toBe('position_amended_in_time');
    await world.market.price('19480', '19490');
    expect(await fateOf(world.house.pool, amended)).toBe('reached_first');
  });

  test('rejects changed terms without an amendment, and changes to an amendment', async () => {
    const id = await place();
    for (const sql of [
      'price = 19400',
      'quantity = 2',
      'staked = 1',
      `expires_ms = ${NOW} + 9000, time_in_force = 'GTD'`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fateOf(world.house.pool, [updates(id, sql)])).toBe('position_transition');
    }
    expect(await fateOf(world.house.pool, [updates(id, 'placed_day = 1')])).toBe('day_kept');
    expect(await amends(id, { price: amount('19400') })).toEqual(done);
    expect(await fateOf(world.house.pool, [row(id)])).not.toBe('written');
    const change = `update position_amendment set price = 1 where position_id = ${id}`;
    expect(await fateOf(world.house.pool, [change])).toContain('permission denied');
  });

  test('amends only in a session of the customer', async () => {
    const id = await place();
    await world.house.owner(`insert into signed_in (customer) values ($1)`, [world.book.toString()]);
    expect(await fateOf(world.house.pool, [updates(id, `${watched()}, ${costing(19400)}`), row(id)])).toMatch(
      /session|acted|unacted/,
    );
    await world.house.owner(`delete from signed_in where customer = $1`, [world.book.toString()]);
  });
});
