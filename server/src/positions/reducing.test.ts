/**
 * Orders that close a position at a price: they close it at the first entry that reaches the price, at most the open quantity,
 * and never beyond. Tested through the executor and the database, and by plain SQL of the serving role.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../quotes/catalogue.ts';
import type { Amendment } from './amending.ts';
import { amendOrder, cancelOrder, reducePositionAt } from './commands.ts';
import type { ReducingAt } from './reducing.ts';
import { fateOf } from './testing/fate.ts';
import { FIRED, MISFIRED, NEWEST, positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({
  customers: 50,
  hold: /taken back|ended otherwise|refused was so|reaches it|journal|charged|amended|made what/,
});

type Order = Parameters<typeof world.market.open>[1];
const { at } = world;

async function open(change: Order = {}): Promise<bigint> {
  const opened = await world.market.open(world.book, { leverage: 10, ...change });
  if (!opened.ok) throw new Error(opened.refusal.code);
  expect(opened.value.status).toBe('open');
  return BigInt(opened.value.id);
}
const asks = (id: bigint, change: Partial<ReducingAt> = {}) =>
  world.house.run(
    reducePositionAt,
    {
      ...{ id, type: 'limit', price: amount('20500'), quantity: undefined, expiresMs: undefined },
      ...{ timeInForce: 'GTC', clientOrderId: undefined, instruments, termsAt: (one) => one, ...change },
    },
    at(),
  );
async function reduces(id: bigint, change: Partial<ReducingAt> = {}): Promise<bigint> {
  const asked = await asks(id, change);
  if (!asked.ok) throw new Error(JSON.stringify(asked));
  expect(asked.value).toMatchObject({ status: 'pending', margin: '0', fee: '0', reduces: id.toString() });
  return BigInt(asked.value.id);
}
async function rowOf(id: bigint) {
  const [row] = await world.house.owner<{ is: string }>(
    `select concat_ws(' ', p.status, p.reason, trim_scale(p.open_quantity), 'of', trim_scale(p.quantity), 'holds', trim_scale(p.margin)) as is
      from position p where p.id = $1`,
    [id.toString()],
  );
  return row?.is;
}
const HALF = amount('0.5');

test.each<[string, Order, Partial<ReducingAt>, readonly [string, string], string]>([
  ['all of a long at a limit', {}, {}, ['20500', '20510'], 'closed reduce 0 of 1 holds 0'],
  ['a part of a long at a limit', {}, { quantity: HALF }, ['20600', '20610'], 'open 0.5 of 1 holds 1000.5'],
  [
    'a part of a long at a stop',
    {},
    { quantity: HALF, type: 'stop', price: amount('19800') },
    ['19790', '19800'],
    'open 0.5 of 1 holds 1000.5',
  ],
  [
    'a part of a short at a limit',
    { side: 'short' },
    { quantity: HALF, price: amount('19800') },
    ['19780', '19790'],
    'open 0.5 of 1 holds 1000',
  ],
  [
    'a part of a short at a stop',
    { side: 'short' },
    { quantity: HALF, type: 'stop' },
    ['20500', '20510'],
    'open 0.5 of 1 holds 1000',
  ],
])('a reducing order closes %s', async (_, order, change, [bid, ask], outcome) => {
  const id = await open(order);
  const reduction = await reduces(id, change);
  await world.market.price(bid, ask);
  expect(await world.market.fireHere(world.book, reduction, 'limit')).toMatchObject(FIRED);
  expect(await rowOf(id)).toBe(outcome);
  expect(await rowOf(reduction)).toMatch(/^cancelled reduced 0 /);
});

test('a reducing order closes at most the rest of the position, and opens nothing', async () => {
  const id = await open();
  const reduction = await reduces(id);
  await world.market.close(world.book, id, amount('0.7'));
  await world.market.price('20500', '20510');
  expect(await world.market.fireHere(world.book, reduction, 'limit')).toMatchObject(FIRED);
  expect(await rowOf(id)).toBe('closed reduce 0 of 1 holds 0');
  const [alive] = await world.house.owner<{ count: number }>(
    `select count(*)::int as count from position where book = $1 and status in ('pending', 'open', 'closing')`,
    [world.book.toString()],
  );
  expect(alive?.count).toBe(0);
});

test('a reducing order ends together with its position, however the position is closed', async () => {
  const id = await open({ stopLoss: amount('19900') });
  const reduction = await reduces(id);
  const second = await reduces(id, { type: 'stop', price: amount('19000') });
  await world.market.price('19890', '19900');
  expect(await world.market.fireHere(world.book, id, 'stop')).toMatchObject(FIRED);
  expect(await rowOf(reduction)).toMatch(/^cancelled position_not_open /);
  expect(await rowOf(second)).toMatch(/^cancelled position_not_open /);
  const other = await open();
  const third = await reduces(other);
  await world.market.closeAll(world.book);
  expect(await rowOf(third)).toMatch(/^cancelled position_not_open /);
});

test('a reducing order is amended and cancelled like any resting order', async () => {
  const id = await open();
  const reduction = await reduces(id, { quantity: HALF });
  await delay(2);
  const amending = (to: Partial<Amendment>) =>
    world.house.run(
      amendOrder,
      {
        ...{
          id: reduction,
          price: undefined,
          quantity: undefined,
          takeProfit: undefined,
          stopLoss: undefined,
        },
        ...{ trailing: undefined, expiresMs: undefined, ...to },
        ...{ instruments, termsAt: (one) => one, jurisdictions: 'demo' },
      },
      at(),
    );
  expect(await amending({ price: amount('20300'), quantity: amount('0.2') })).toMatchObject({ ok: true });
  expect(await amending({ quantity: amount('1.5') })).toMatchObject({ ok: false });
  await world.market.close(world.book, id, amount('0.9'));
  await delay(2);
  // Amending only its price reduces its quantity to what is left of its position.
  expect(await amending({ price: amount('20300') })).toMatchObject({ ok: true, value: { quantity: '0.1' } });
  await world.market.price('20300', '20310');
  expect(await world.market.fireHere(world.book, reduction, 'limit')).toMatchObject(FIRED);
  expect(await rowOf(id)).toMatch(/^closed reduce 0 of 1 /);
  const another = await reduces(await open(), { quantity: HALF });
  expect(await world.house.run(cancelOrder, { id: another, instruments }, at())).toMatchObject({
    value: { status: 'cancelled' },
  });
});

test.each<[string, Partial<ReducingAt>, string]>([
  ['a limit that is reached', { price: amount('20000') }, 'post_only_would_fill'],
  ['a stop that is reached', { type: 'stop', price: amount('20000') }, 'stop_already_reached'],
  ['more than is open', { quantity: amount('1.5') }, 'quantity_above_maximum'],
  ['a position that does not exist', { id: 99_999n }, 'trade_not_found'],
  ['an expiry in the past', { expiresMs: 1, timeInForce: 'GTD' }, 'expiry_wrong'],
])('refuses a reducing order for %s', async (_, change, code) => {
  expect(await asks(await open(), change)).toMatchObject({ ok: false, refusal: { code } });
});

describe('the database, when the serving role sends plain SQL,', () => {
  const fate = (...statements: string[]) => fateOf(world.house.pool, statements);
  const update = (id: bigint, sql: string) => `update position set ${sql} where id = ${id}`;
  const ended = (reason: string, seq = NEWEST) =>
    `status = 'cancelled', reason = '${reason}', ended_seq = ${seq}, closed_ms = market_ms()`;
  async function copied(id: bigint, changes: Readonly<Record<string, string>>): Promise<string> {
    const names = await world.house.owner<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'position' order by ordinal_position`,
    );
    const given = names.map(({ name }) => changes[name] ?? (name === 'id' ? 'id + 1000000' : name));
    return fate(
      `insert into position (${names.map(({ name }) => name).join()}) select ${given.join()} from position where id = ${id}`,
    );
  }

  test.each([
    ['that is unchanged', {}, 'written'],
    ['on the side of its position', { side: `'long'` }, `${MISFIRED}position that it reduces`],
    ['of more than is open', { quantity: '2' }, `${MISFIRED}position that it reduces`],
    ['of no position', { reduces: '7777777' }, `${MISFIRED}position that it reduces`],
    ['that holds something', { margin: '1' }, 'position_reduces'],
    ['that is reached', { price: '20000' }, `${MISFIRED}waiting`],
    ['that is open', { status: `'open'`, open_quantity: '1', entry_price: '20000' }, 'position_reduces'],
  ])('accepts or rejects a reduction %s', async (_, changes, outcome) => {
    expect(await copied(await reduces(await open()), changes)).toBe(outcome);
  });

  test('rejects a reduction that opens a position', async () => {
    const reduction = await reduces(await open());
    await world.market.price('20500', '20510');
    const opens = `status = 'open', entry_price = 20500, entry_seq = ${NEWEST}, entry_ms = n.now_ms, financed_ms = n.now_ms, open_quantity = 1, open_rate = 1
      from (select market_now_ms() as now_ms offset 0) n`;
    expect(await fate(update(reduction, opens))).toBe('position_reduces');
    expect(await fate(update(reduction, 'reduces = null'))).toContain('permission denied');
  });

  test('rejects ending a reduction without its closing, before it is reached, or while its position is open', async () => {
    const id = await open();
    const reduction = await reduces(id);
    expect(await fate(update(reduction, ended('reduced')))).toBe(`${MISFIRED}entry of its end`);
    expect(await fate(update(reduction, ended('position_not_open')))).toBe(`${MISFIRED}reason of its end`);
    await world.market.price('20500', '20510');
    expect(await fate(update(reduction, ended('reduced')))).toBe(`${MISFIRED}reason of its end`);
    expect(await fate(update(reduction, ended('position_closing')))).toBe(`${MISFIRED}reason of its end`);
    expect(await fate(update(reduction, ended('price_moved')))).toBe(`${MISFIRED}reason of its end`);
  });

  const closing = (reduction: bigint, more: Record<string, unknown> = {}) => {
    const record = {
      ...{ quantity: '1', price: '20000', rate: '1', rate_seq: null, pnl: '-10', fee: '10', financing: '0' },
      ...{ shortfall: '0', owed: '0', offset: '0', charge: '0', reason: 'reduce', day: 1, journal_seq: '99' },
      ...{ order: reduction.toString(), ...more },
    };
    return `status = 'closed', reason = 'reduce', open_quantity = 0, margin = 0, realised_pnl = -10, closed_ms = n.now_ms,
      closes = jsonb_build_array('${JSON.stringify(record)}'::jsonb || jsonb_build_object('tape_seq', ${NEWEST}, 'time_ms', n.now_ms))
      from (select market_now_ms() as now_ms offset 0) n`;
  };

  test('rejects a closing by a reduction that was not reached, was cancelled, or belongs to another position', async () => {
    const id = await open();
    const reduction = await reduces(id);
    const cancelled = await reduces(id);
    await world.house.run(cancelOrder, { id: cancelled, instruments }, at());
    const other = await reduces(await open({ quantity: HALF }));
    for (const by of [reduction, cancelled, other]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fate(update(id, closing(by)))).toBe(`${MISFIRED}entry of a closing`);
    }
    const both = [update(reduction, ended('reduced')), update(id, closing(reduction))];
    expect(await fate(...both)).toBe(`${MISFIRED}entry of its end`);
  });

  test('rejects closing a position while an order that would reduce it is open', async () => {
    const id = await open();
    const reduction = await reduces(id);
    const asked = { reason: 'customer', order: undefined };
    const sql = closing(reduction, asked).replace(
      `'time_ms', n.now_ms`,
      `'time_ms', n.now_ms, 'asked_ms', n.now_ms, 'asked_seq', ${NEWEST}`,
    );
    expect(await fate(update(id, sql.replace(`reason = 'reduce'`, `reason = 'customer'`)))).toBe('written');
    expect(
      await fate(
        update(id, sql.replace(`reason = 'reduce'`, `reason = 'customer'`)),
        'set constraints check_due_run immediate',
      ),
    ).toBe('position_reduced');
  });

  test('refuses to close a position manually before the firing of a reducing order that was reached earlier', async () => {
    const id = await open();
    const reduction = await reduces(id, { quantity: HALF });
    await world.market.price('20500', '20510');
    const reached = await world.house.owner<{ seq: string }>(`select ${NEWEST} as seq`);
    await world.market.price('20000', '20010');
    expect(await world.market.close(world.book, id)).toMatchObject({ ok: false, refusal: { code: 'busy' } });
    expect(Number(reached[0]?.seq)).toBeGreaterThan(0);
    expect(await rowOf(reduction)).toMatch(/^pending /);
  });
});
