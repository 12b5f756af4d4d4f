/**
 * Stop orders open when the price reaches their level from the other side, at the first entry that reaches it and at that entry's
 * price. Tested through the executor and the database, and by plain SQL of the serving role.
 */
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../quotes/catalogue.ts';
import { cancelOrder } from './commands.ts';
import { fateOf } from './testing/fate.ts';
import { FIRED, MISFIRED, NEWEST, positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({
  customers: 40,
  hold: /taken back|ended otherwise|refused was so|reaches it|journal|charged|stop/,
});

const LONG = { type: 'stop', side: 'long', price: amount('20500'), leverage: 2 } as const;
const SHORT = { type: 'stop', side: 'short', price: amount('19500'), leverage: 2 } as const;
type Order = Parameters<typeof world.market.open>[1];

async function place(order: Order): Promise<bigint> {
  const opened = await world.market.open(world.book, order);
  if (!opened.ok) throw new Error(opened.refusal.code);
  expect(opened.value.status).toBe('pending');
  return BigInt(opened.value.id);
}
async function rowOf(id: bigint) {
  const [row] = await world.house.owner<{ is: string }>(
    `select concat_ws(' ', p.status, p.reason, 'holds', trim_scale(p.margin), 'at ' || trim_scale(p.entry_price)) as is
      from position p where p.id = $1`,
    [id.toString()],
  );
  return row?.is;
}

test.each<[string, Order, readonly [string, string], string]>([
  ['a long at its level', LONG, ['20490', '20500'], 'open holds 10250 at 20500'],
  ['a long beyond its level', LONG, ['20790', '20800'], 'open holds 10400 at 20800'],
  ['a short at its level', SHORT, ['19500', '19510'], 'open holds 9750 at 19500'],
  ['a short beyond its level', SHORT, ['19200', '19210'], 'open holds 9600 at 19200'],
  [
    'nothing beyond the worst price',
    { ...LONG, worstPrice: amount('20600') },
    ['20790', '20800'],
    'cancelled price_moved holds 0',
  ],
  [
    'nothing past the take profit',
    { ...LONG, takeProfit: amount('20700') },
    ['20790', '20800'],
    'cancelled take_profit_wrong holds 0',
  ],
  [
    'nothing beyond the stop loss',
    { ...SHORT, stopLoss: amount('19510') },
    ['19500', '19520'],
    'cancelled stop_loss_wrong holds 0',
  ],
  [
    'nothing that the customer cannot pay for',
    { ...LONG, quantity: amount('9.7') },
    ['24990', '25000'],
    'cancelled margin_insufficient holds 0',
  ],
])('a stop order opens %s', async (_, order, [bid, ask], outcome) => {
  const id = await place(order);
  await world.market.price(bid, ask);
  expect(await world.market.fireHere(world.book, id, 'limit')).toMatchObject(FIRED);
  expect(await rowOf(id)).toBe(outcome);
});

test('a stop order freezes its cost at its level, and returns the cost on cancellation', async () => {
  const id = await place(LONG);
  expect(await rowOf(id)).toBe('pending holds 10260.25');
  const run = world.at();
  expect(await world.house.run(cancelOrder, { id, instruments }, run)).toMatchObject({ ok: true });
  expect(await rowOf(id)).toBe('cancelled customer holds 0');
});

test.each<[string, Order, string]>([
  ['a level that is reached', { ...LONG, price: amount('20010') }, 'stop_already_reached'],
  ['a level of a short that is reached', { ...SHORT, price: amount('20000') }, 'stop_already_reached'],
  ['a worst price better than its level', { ...LONG, worstPrice: amount('20400') }, 'price_moved'],
  ['a take profit short of its level', { ...LONG, takeProfit: amount('20400') }, 'take_profit_wrong'],
  ['a level off the tick', { ...LONG, price: amount('20500.001') }, 'price_off_tick'],
])('refuses a stop order with %s', async (_, order, code) => {
  expect(await world.market.open(world.book, order)).toMatchObject({ ok: false, refusal: { code } });
});

test('refuses a level that an old price has reached, without waiting for a fresh price', async () => {
  await world.market.price('20000', '20010', { fillAgeMs: 0 });
  expect(await world.market.open(world.book, { ...LONG, price: amount('20010') })).toMatchObject({
    ok: false,
    refusal: { code: 'stop_already_reached' },
  });
});

describe('the database, when the serving role sends plain SQL,', () => {
  const opens = (
    at = NEWEST,
  ) => `status = 'open', entry_price = e.ask, entry_seq = e.seq, entry_ms = e.time_ms, open_quantity = p.quantity,
    open_rate = 1, initial_margin = ceil(e.ask / 2 * 100000000) / 100000000, margin = ceil(e.ask / 2 * 100000000) / 100000000, open_fee = e.ask * 0.0005,
    opened_day = p.placed_day, financed_ms = e.time_ms,
    armed = p.armed || jsonb_build_object('margin', jsonb_build_array(1, e.seq::text), 'financing', jsonb_build_array(1, e.seq::text))
    from tape e where e.symbol = p.symbol and e.seq = ${at}`;
  const fate = (id: bigint, sql: string) =>
    fateOf(world.house.pool, [
      `update position p set ${sql} ${sql.includes(' from tape e ') ? 'and' : 'where'} p.id = ${id}`,
    ]);

  test('opens a stop order at the first entry that reaches it, and at no other', async () => {
    const id = await place(LONG);
    expect(await fate(id, opens())).toBe(`${MISFIRED}entry of its opening`);
    await world.market.price('20400', '20410');
    expect(await fate(id, opens())).toBe(`${MISFIRED}entry of its opening`);
    await world.market.price('20500', '20510');
    expect(await fate(id, opens())).toBe('written');
    await world.market.price('20600', '20610');
    expect(await fate(id, opens())).toBe(`${MISFIRED}entry of its opening`);
    expect(await fate(id, opens(`${NEWEST} - 1`))).toBe('written');
  });

  test('rejects opening an order beyond its worst price, or opening a cancelled order', async () => {
    const bound = await place({ ...LONG, worstPrice: amount('20550') });
    const cancelled = await place(LONG);
    const run = world.at();
    await world.house.run(cancelOrder, { id: cancelled, instruments }, run);
    await world.market.price('20590', '20600');
    expect(await fate(bound, opens())).toBe(`${MISFIRED}bound of its opening`);
    expect(await fate(cancelled, opens())).not.toBe('written');
  });

  test('rejects ending a stop order before it is reached, or afterwards for a false reason', async () => {
    const id = await place(LONG);
    const ended = (reason: string) =>
      `status = 'cancelled', reason = '${reason}', margin = 0, ended_seq = ${NEWEST}, closed_ms = market_ms()`;
    expect(await fate(id, ended('price_moved'))).toBe(`${MISFIRED}entry of its end`);
    await world.market.price('20500', '20510');
    for (const reason of [
      'price_moved',
      'take_profit_wrong',
      'margin_insufficient',
      'trading_closed',
      'account_frozen',
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fate(id, ended(reason))).toBe(`${MISFIRED}reason of its end`);
    }
    expect(
      await fate(
        id,
        `cancel_ms = market_now_ms(), cancel_seq = ${NEWEST}, cancel_age_ms = 600000, ${ended('customer')}`,
      ),
    ).toBe('reached_first');
  });

  test('rejects a new stop order that is already reached, or that opens immediately', async () => {
    const id = await place(LONG);
    const [columns] = await world.house.owner<{ all: string }>(
      `select string_agg(quote_ident(column_name), ', ') as all from information_schema.columns
        where table_name = 'position' and column_name not in ('id', 'price')`,
    );
    const copied = (price: string) =>
      fateOf(world.house.pool, [
        `insert into position (id, price, ${columns?.all}) select id + 1000000, ${price}, ${columns?.all} from position where id = ${id}`,
      ]);
    expect(await copied('price')).toBe('written');
    expect(await copied('20010')).toBe(`${MISFIRED}waiting`);
  });
});
