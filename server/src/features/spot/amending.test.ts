/**
 * Customers amend resting orders, through the executor and the database. Each entry is checked against the level in force at
 * that time. Plain SQL by the serving role cannot amend an order late, without freezing its cost, without a record or outside a
 * session.
 */
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { entryAt } from '../../positions/testing/world.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { amendOrder, cancelOrder, fireExpiry } from './commands.ts';
import type { Amendment } from './amending.ts';
import { BTC, restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { at, nowMs, quoted, rests, fires } = world;

const amends = (id: bigint, to: Partial<Amendment>) =>
  world.house.run(
    amendOrder,
    {
      ...{ named: { id }, price: undefined, stopPrice: undefined, quantity: undefined, ...to },
      ...{ instruments, termsAt: (one) => one, jurisdictions: 'demo' },
    },
    at(),
  );
/** Writes a fresh quote, at which a cancellation would take effect immediately. */
const fresh = (price = '20000') => quoted(price, 60_000);

async function rowOf(id: bigint) {
  const [row] = await world.house.owner<{ is: string }>(
    `select concat_ws(' ', o.status, 'v' || o.version, trim_scale(o.price), trim_scale(o.stop), trim_scale(o.quantity),
        'holds', trim_scale(o.held), 'at ' || trim_scale(f.price), 'by ' || trim_scale(o.trail_distance), o.reason) as is
      from spot_order o left join spot_fill f on f.book = o.book and f.order_id = o.id where o.id = $1`,
    [id.toString()],
  );
  return row?.is;
}
async function ends(id: bigint): Promise<void> {
  await fresh();
  await world.house.run(cancelOrder, { id }, at());
}

const SALE = { type: 'limit', price: amount('21000') } as const;
const PURCHASE = { side: 'buy', type: 'limit', price: amount('19000') } as const;
const STOP = { type: 'stop', stopPrice: amount('19000') } as const;
const OCO = { type: 'oco', stopPrice: amount('19000'), price: amount('21000') } as const;
const STOP_LIMIT = { type: 'stop_limit', stopPrice: amount('19000'), price: amount('18900') } as const;
const done = { ok: true, value: expect.objectContaining({ status: 'open' }) };
const refused = (code: string) =>
  expect.objectContaining({ ok: false, refusal: expect.objectContaining({ code }) });

test.each([
  ['the limit of a sale', SALE, { price: amount('20500') }, '20600', 'filled v2 20500 0.01 holds 0 at 20600'],
  ['the quantity of a sale', SALE, { quantity: amount('0.02') }, '20600', 'open v2 21000 0.02 holds 0.02'],
  ['a smaller quantity', SALE, { quantity: amount('0.005') }, '20600', 'open v2 21000 0.005 holds 0.005'],
  ['a purchase', PURCHASE, { price: amount('19500') }, '19400', 'filled v2 19500 0.01 holds 0 at 19400'],
  ['a stop', STOP, { stopPrice: amount('19500') }, '19400', 'filled v2 19500 0.01 holds 0 at 19400'],
  ['an OCO order', OCO, { price: amount('20500') }, '20600', 'filled v2 20500 19000 0.01 holds 0 at 20600'],
])('amends %s', async (_, order, to, price, outcome) => {
  const id = await rests(order);
  await fresh();
  expect(await amends(id, to)).toEqual(done);
  const entry = await quoted(price);
  await fires(id, entry, 2).catch(() => undefined);
  expect(await rowOf(id)).toBe(outcome);
  await ends(id);
});

test('changes the hold of a purchase by exactly the difference, up or down', async () => {
  const id = await rests(PURCHASE);
  await fresh();
  expect(await amends(id, { price: amount('19500'), quantity: amount('0.02') })).toEqual(done);
  expect(await rowOf(id)).toBe('open v2 19500 0.02 holds 390.39');
  await fresh();
  expect(await amends(id, { price: amount('18000') })).toEqual(done);
  expect(await rowOf(id)).toBe('open v3 18000 0.02 holds 360.36');
  const moved = await world.house.owner<{ moved: string }>(
    `select j.kind || ' ' || trim_scale(p.amount) as moved from journal j join posting p on p.book = j.book and p.seq = j.seq
      where j.ref = 'spot_order:' || $1 and p.account = 'spot_frozen' order by j.seq`,
    [id.toString()],
  );
  expect(moved.map(({ moved: line }) => line)).toEqual([
    'spot_hold 190.19',
    'spot_hold 200.2',
    'spot_release -30.03',
  ]);
  await ends(id);
});

test('amends the limit, but not the stop, of a stop-limit order whose stop was reached', async () => {
  const id = await rests(STOP_LIMIT);
  await fires(id, await quoted('18800'));
  await fresh('18800');
  expect(await amends(id, { stopPrice: amount('18000') })).toEqual(refused('parameter_wrong'));
  expect(await amends(id, { price: amount('18850') })).toEqual(done);
  await fires(id, await quoted('18860'), 3);
  expect(await rowOf(id)).toBe('filled v3 18850 19000 0.01 holds 0 at 18860');
});

test.each([
  ['without a fresh price', SALE, { price: amount('20500') }, '20000', 0, 'busy'],
  [
    'to a limit that the price has reached',
    SALE,
    { price: amount('19000') },
    '20000',
    60_000,
    'post_only_would_fill',
  ],
  [
    'to a stop that the price has reached',
    STOP,
    { stopPrice: amount('20000') },
    '20000',
    60_000,
    'stop_already_reached',
  ],
  [
    'to a stop that it does not have',
    SALE,
    { stopPrice: amount('19000') },
    '20000',
    60_000,
    'parameter_wrong',
  ],
  ['beyond the balance', SALE, { quantity: amount('50') }, '20000', 60_000, 'coins_insufficient'],
  ['that an entry has reached', SALE, { price: amount('22000') }, '21500', 60_000, 'busy'],
])('refuses to amend an order %s', async (_, order, to, price, ageMs, code) => {
  const id = await rests(order);
  const entry = await quoted(price, ageMs);
  expect(await amends(id, to)).toEqual(refused(code));
  expect(await rowOf(id)).toMatch(/^open v1 /);
  await fires(id, entry).catch(() => undefined);
  await ends(id);
  expect(await amends(id, to)).toEqual(refused('order_state_wrong'));
});

test('does not fill an amended order at a late price that was made before the amendment', async () => {
  const id = await rests(SALE);
  const madeMs = await nowMs();
  await fresh();
  await expect.poll(nowMs, { interval: 5 }).toBeGreaterThan(madeMs + 20);
  expect(await amends(id, { price: amount('20500') })).toEqual(done);
  const seq = world.nextSeq();
  const late = {
    ...entryAt({ bid: '20600', ask: '20600', seq, timeMs: await nowMs() }),
    symbol: BTC,
    feedTimeMs: madeMs,
  };
  await world.house.lay(late);
  await world.house.setHead(BTC, {
    seq,
    bid: late.bid,
    ask: late.ask,
    timeMs: late.timeMs,
    fillAgeMs: 60_000,
  });
  await expect(fires(id, late, 2)).rejects.toThrow('does not reach');
  await fires(id, await quoted('20700'), 2);
  expect(await rowOf(id)).toBe('filled v2 20500 0.01 holds 0 at 20700');
});

const TRAILING = { type: 'trailing_stop', trailing: amount('1000') } as const;
/** Fires the expiry of an order at an entry. */
const expires = (id: bigint, entry: Parameters<typeof fires>[1], version: number) =>
  world.house.run(fireExpiry, { id, version, entry }, { ...at(), urgent: true });
const until = (ms: number) => expect.poll(nowMs, { interval: 20, timeout: 8000 }).toBeGreaterThanOrEqual(ms);

test('expires an order at its amended expiry instead of the former one', async () => {
  const expiresMs = (await nowMs()) + 1500;
  const id = await rests({ ...SALE, timeInForce: 'GTD', expiresMs });
  await fresh();
  expect(await amends(id, { expiresMs: expiresMs + 1200 })).toEqual(done);
  await until(expiresMs);
  const former = await quoted('20000');
  expect(await expires(id, former, 1)).toEqual({ ok: true, value: { fired: false } });
  await expect(expires(id, former, 2)).rejects.toThrow('has not expired');
  await until(expiresMs + 1200);
  expect(await expires(id, await quoted('20000'), 2)).toEqual({ ok: true, value: { fired: true } });
  expect(await rowOf(id)).toBe('cancelled v3 21000 0.01 holds 0 expired');
});

test('sets and removes the expiry of an order', async () => {
  const id = await rests(SALE);
  await fresh();
  const soon = (await nowMs()) + 60_000;
  expect(await amends(id, { expiresMs: soon })).toEqual(done);
  const end = async () =>
    (
      await world.house.owner<{ is: string }>(
        `select concat_ws(' ', lasts, expires_ms) as is from spot_order where id = $1`,
        [id.toString()],
      )
    )[0]?.is;
  expect(await end()).toBe(`GTD ${soon}`);
  await fresh();
  expect(await amends(id, { expiresMs: null, price: amount('20800') })).toEqual(done);
  expect(await end()).toBe('GTC');
  await fires(id, await quoted('20900'), 3);
  expect(await rowOf(id)).toBe('filled v3 20800 0.01 holds 0 at 20900');
});

test.each([
  ['in the past', (ms: number) => ms - 1, 'expiry_wrong'],
  ['a tenth of a second from now', (ms: number) => ms + 100, 'expiry_wrong'],
  ['in a year', (ms: number) => ms + 365 * 86_400_000, 'expiry_wrong'],
])('refuses an expiry %s', async (_, end, code) => {
  const id = await rests(SALE);
  await fresh();
  expect(await amends(id, { expiresMs: end(await nowMs()) })).toEqual(refused(code));
  await ends(id);
});

test('does not change the expiry of an order that has expired', async () => {
  const expiresMs = (await nowMs()) + 1100;
  const id = await rests({ ...SALE, timeInForce: 'GTD', expiresMs });
  await until(expiresMs);
  const entry = await fresh();
  expect(await amends(id, { expiresMs: expiresMs + 60_000 })).toEqual(refused('busy'));
  await expires(id, entry, 1);
});

test('trails the price by the new distance once a trailing stop is amended', async () => {
  const id = await rests(TRAILING);
  await fires(id, await quoted('20900')).catch(() => undefined);
  await fresh('20500');
  await until((await nowMs()) + 2);
  expect(await amends(id, { trailing: amount('300') })).toEqual(done);
  // The stop is 300 below 20500, the best price since the amendment. The higher best price since the acceptance no longer
  // counts.
  await expect(fires(id, await quoted('20250'), 2)).rejects.toThrow();
  await fires(id, await quoted('20200'), 2);
  expect(await rowOf(id)).toBe('filled v2 0.01 holds 0 at 20200 by 300');
});

test('keeps the best price of a trailing stop if only its expiry changes', async () => {
  const id = await rests(TRAILING);
  await quoted('20900');
  await fresh('20000');
  await until((await nowMs()) + 2);
  expect(await amends(id, { expiresMs: (await nowMs()) + 60_000 })).toEqual(done);
  await fires(id, await quoted('19890'), 2);
  expect(await rowOf(id)).toBe('filled v2 0.01 holds 0 at 19890 by 1000');
});

test('freezes the cost of a trailing purchase at its amended distance', async () => {
  const id = await rests({ ...TRAILING, side: 'buy' });
  expect(await rowOf(id)).toBe('open v1 0.01 holds 210.21 by 1000');
  await fresh();
  await until((await nowMs()) + 2);
  expect(await amends(id, { trailingBps: 1000 })).toEqual(done);
  expect(await rowOf(id)).toBe('open v2 0.01 holds 220.22 by 2000');
  await ends(id);
});

test('freezes the cost of a trailing purchase amended at the entry of its acceptance', async () => {
  await fresh();
  const id = await rests({ ...TRAILING, side: 'buy' });
  await until((await nowMs()) + 2);
  expect(await amends(id, { trailing: amount('3000') })).toEqual(done);
  expect(await rowOf(id)).toBe('open v2 0.01 holds 230.23 by 3000');
  await ends(id);
});

test.each([
  ['the distance of a limit order', SALE, { trailing: amount('1') }, 'parameter_wrong'],
  ['a share of a limit order', SALE, { trailingBps: 1 }, 'parameter_wrong'],
  ['the quantity of a trailing stop', TRAILING, { quantity: amount('0.02') }, 'parameter_wrong'],
  ['a distance beyond the price', TRAILING, { trailing: amount('20000') }, 'trailing_wrong'],
  ['a distance between ticks', TRAILING, { trailing: amount('0.001') }, 'price_off_tick'],
])('refuses to amend %s', async (_, order, to, code) => {
  const id = await rests(order);
  await fresh();
  await until((await nowMs()) + 2);
  expect(await amends(id, to)).toEqual(refused(code));
  await ends(id);
});

test('refuses to amend a trailing stop that has been reached', async () => {
  const id = await rests(TRAILING);
  const entry = await quoted('18900', 60_000);
  await until((await nowMs()) + 2);
  expect(await amends(id, { trailing: amount('300') })).toEqual(refused('busy'));
  await fires(id, entry);
});

describe('the database, when the serving role sends plain SQL,', () => {
  const NEWEST = `(select max(seq) from tape where symbol = '${BTC}')`;
  const NOW = 'market_now_ms()';
  const amending = (id: bigint, sql: string, atMs = NOW) => [
    `update spot_order set ${sql}, version = version + 1, armed_seq = ${NEWEST}, amended_ms = ${atMs} where id = ${id}`,
  ];
  const row = (id: bigint, was = '21000') => `insert into spot_amendment
    select o.book, o.id, o.version, o.symbol, ${was}, null, o.quantity, ${NEWEST} - 1, o.created_ms, o.price, null, o.quantity,
      o.armed_seq, 60000, o.amended_ms from spot_order o where o.id = ${id}`;

  test.each([
    ['without a record', [], '20000', 60_000, 'price = 20500', NOW, 'spot_order_amendment'],
    ['with its record', ['21000'], '20000', 60_000, 'price = 20500', NOW, 'written'],
    [
      'with false former terms in its record',
      ['20900'],
      '20000',
      60_000,
      'price = 20500',
      NOW,
      'spot_order_amendment',
    ],
    ['at an old price', ['21000'], '20000', 0, 'price = 20500', NOW, 'spot_order_amended_in_time'],
    ['of an order that was reached', ['21000'], '21500', 60_000, 'price = 22000', NOW, 'reached_first'],
    [
      'with a time in the future',
      ['21000'],
      '20000',
      60_000,
      'price = 20500',
      `${NOW} + 600000`,
      'spot_order_amended_in_time',
    ],
    [
      'to a quantity above its hold',
      ['21000'],
      '20000',
      60_000,
      'quantity = 0.02',
      NOW,
      'spot_order_amended_in_time',
    ],
    [
      'to another kind of order',
      ['21000'],
      '20000',
      60_000,
      'price = null, stop = 19000',
      NOW,
      'spot_order_kind',
    ],
    [
      'that also cancels the order',
      ['21000'],
      '20000',
      60_000,
      `status = 'cancelled', held = 0`,
      NOW,
      'spot_order_amended_in_time',
    ],
  ])('accepts or rejects an amendment %s', async (_, rows, price, ageMs, sql, atMs, outcome) => {
    const id = await rests(SALE);
    const entry = await quoted(price, ageMs);
    // The transaction is never committed, so its deferred constraints are checked explicitly.
    const tried = [
      ...amending(id, sql, atMs),
      ...rows.map((was) => row(id, was)),
      'set constraints all immediate',
    ];
    expect(await fateOf(world.house.pool, tried)).toBe(outcome);
    await fires(id, entry).catch(() => undefined);
    await ends(id);
  });

  const END = '1000 * 86400000::bigint';
  const ended = (id: bigint, to: Record<string, string>) => {
    const is: Record<string, string> = {
      ...{ was_expires_ms: 'null', expires_ms: 'o.expires_ms', was_trail_distance: '1000' },
      ...{
        was_trail_seq: `${NEWEST} - 1`,
        trail_distance: 'o.trail_distance',
        trail_seq: 'o.trail_seq',
        ...to,
      },
    };
    return `insert into spot_amendment (book, order_id, version, symbol, was_quantity, was_armed_seq, was_since_ms, quantity, tape_seq,
        fill_age_ms, time_ms, ${Object.keys(is).join()})
      select o.book, o.id, o.version, o.symbol, o.quantity, ${NEWEST} - 1, o.created_ms, o.quantity, o.armed_seq, 60000, o.amended_ms,
        ${Object.values(is).join()} from spot_order o where o.id = ${id}`;
  };
  const LATER = `lasts = 'GTD', expires_ms = ${NOW} + 60000`;
  const FURTHER = `trail_distance = 300, trail_seq = ${NEWEST}`;
  test.each([
    ['to another expiry', LATER, {}, 'written'],
    ['to an expiry that its record omits', LATER, { expires_ms: 'null' }, 'spot_amendment_truly'],
    ['with a false former expiry', LATER, { was_expires_ms: END }, 'spot_order_amendment'],
    [
      'to an expiry that has passed',
      `lasts = 'GTD', expires_ms = ${NOW} - 1`,
      {},
      /spot_order_(lasts|amended_in_time)/,
    ],
    ['to another distance as of now', FURTHER, {}, 'written'],
    ['to another distance from an earlier entry', 'trail_distance = 300', {}, 'spot_order_amended_in_time'],
    ['that changes no term', `trail_seq = ${NEWEST} - 1`, {}, 'written'],
    [
      'with a best price measured from an earlier entry',
      `trail_seq = ${NEWEST} - 2`,
      {},
      'spot_order_amended_in_time',
    ],
    ['to a distance not in its record', FURTHER, { trail_distance: '400' }, 'spot_amendment_truly'],
    ['with a false former distance', FURTHER, { was_trail_distance: '900' }, 'spot_order_amendment'],
    [
      'with a share that differs from its distance',
      `${FURTHER}, trail_bps = 10`,
      {},
      'spot_order_amended_in_time',
    ],
    ['to another quantity', 'quantity = 0.02, held = 0.02', {}, 'spot_order_amended_in_time'],
    ['to a fixed stop', 'stop = 19000', {}, 'spot_order_amended_in_time'],
  ])('accepts or rejects an amendment of a trailing stop %s', async (_, sql, to, outcome) => {
    const id = await rests(TRAILING);
    await fresh();
    await until((await nowMs()) + 2);
    const told: Record<string, string> = to;
    const tried = [...amending(id, sql), ended(id, told), 'set constraints all immediate'];
    expect(await fateOf(world.house.pool, tried)).toMatch(outcome);
    await ends(id);
  });

  test.each([
    `lasts = 'GTD', expires_ms = ${NOW} + 60000`,
    'trail_distance = 300',
    'trail_seq = trail_seq - 1',
  ])('rejects a changed expiry or distance without an amendment: %s', async (change) => {
    const id = await rests(TRAILING);
    expect(await fateOf(world.house.pool, [`update spot_order set ${change} where id = ${id}`])).toBe(
      'spot_order_acceptance',
    );
    await ends(id);
  });

  test('rejects changed terms without an amendment, and changes to an amendment', async () => {
    const id = await rests(SALE);
    await fresh();
    expect(await fateOf(world.house.pool, [`update spot_order set price = 20500 where id = ${id}`])).toBe(
      'spot_order_acceptance',
    );
    expect(await amends(id, { price: amount('20500') })).toEqual(done);
    expect(await fateOf(world.house.pool, [row(id)])).not.toBe('written');
    expect(
      await fateOf(world.house.pool, [`update spot_amendment set price = 1 where order_id = ${id}`]),
    ).toContain('permission denied');
    await ends(id);
  });

  test('rejects an amendment outside a session of the customer', async () => {
    const id = await rests(SALE);
    await fresh();
    await world.house.owner(`insert into signed_in (customer) values ($1)`, [world.book.toString()]);
    expect(await fateOf(world.house.pool, [...amending(id, 'price = 20500'), row(id)])).toMatch(
      /session|acted|unacted/,
    );
    await world.house.owner(`delete from signed_in where customer = $1`, [world.book.toString()]);
    await ends(id);
  });
});
