/**
 * Trailing stops through the executor and the database. Each fires at the first entry whose price has reversed by the distance
 * from the best price on the tape since the acceptance. Plain SQL by the serving role cannot fill, skip or end a trailing stop
 * at any other entry, nor give it another distance or another start.
 */
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { entryAt } from '../../positions/testing/world.ts';
import { amendOrder, cancelOrder, placeOrder } from './commands.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { BTC, restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { at, quoted, asked, rests, fires } = world;
type Entry = Awaited<ReturnType<typeof world.quoted>>;

const SALE = { type: 'trailing_stop', trailing: amount('500') } as const;
const PURCHASE = { ...SALE, side: 'buy' } as const;
const BY_SHARE = { type: 'trailing_stop', trailingBps: 250 } as const;

async function fateAt(id: bigint) {
  const [row] = await world.house.owner<{ fate: string }>(
    `select concat_ws(' ', o.status, o.reason, 'v' || o.version, trim_scale(o.held), 'stop ' || trim_scale(o.stop),
        'at ' || trim_scale(f.price), f.tape_seq - $2) as fate
      from spot_order o left join spot_fill f on f.book = o.book and f.order_id = o.id where o.id = $1`,
    [id.toString(), world.seq.toString()],
  );
  return row?.fate;
}

async function quotes(prices: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const price of prices) entries.push(await quoted(price));
  return entries;
}

/**
 * Fires the order at the first entry whose price has reversed far enough, or cancels it if there is none, so that the audit
 * finds no unfired order.
 */
async function settle(id: bigint): Promise<void> {
  const [first] = await world.house.owner<{ seq: string; bid: string; time: string }>(
    `select t.seq, t.bid, t.time_ms as time from spot_order o join tape t on t.symbol = o.symbol and t.seq > o.armed_seq
      where o.id = $1 and spot_order_reached_at(o, t.seq)`,
    [id.toString()],
  );
  if (first !== undefined) {
    const price = Number(first.bid).toString();
    const timeMs = Number(first.time);
    const made = entryAt({ bid: price, ask: price, seq: BigInt(first.seq), timeMs });
    await fires(id, { ...made, symbol: BTC, feedTimeMs: timeMs });
  }
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id }, at());
  await quoted('20000');
}

test.each([
  ['a sale that fell from the price of its acceptance', SALE, ['19800', '19500'], 'filled v1 0 at 19500 0'],
  ['a sale that rose before', SALE, ['20400', '21000', '20600', '20500'], 'filled v1 0 at 20500 0'],
  ['a sale past its stop', SALE, ['21000', '20000'], 'filled v1 0 at 20000 0'],
  [
    'a sale by a share of the price at its acceptance',
    BY_SHARE,
    ['30000', '29500'],
    'filled v1 0 at 29500 0',
  ],
  ['a purchase that rose', PURCHASE, ['20400', '20500'], 'filled v1 0 at 20500 0'],
  ['a purchase that fell before', PURCHASE, ['19000', '18200', '18700'], 'filled v1 0 at 18700 0'],
  ['a purchase that the price jumps past', PURCHASE, ['22000'], 'filled v1 0 at 22000 0'],
])(
  'fires a trailing stop at the first price that has reversed far enough: %s',
  async (_, order, prices, outcome) => {
    const id = await rests(order);
    const entries = await quotes(prices);
    const last = entries.at(-1) as Entry;
    // The database computes the best price from the tape, so no earlier entry fires.
    for (const entry of entries.slice(0, -1)) await expect(fires(id, entry)).rejects.toThrow();
    expect(await fires(id, last)).toEqual({ ok: true, value: { fired: true } });
    expect(await fateAt(id)).toBe(outcome);
    await quoted('20000');
  },
);

test('converts a share of the price into a distance, and freezes the maximum cost of a purchase', async () => {
  const id = await rests({ ...PURCHASE, trailing: undefined, trailingBps: 33 });
  const [row] = await world.house.owner<{ is: string }>(
    `select concat_ws(' ', trim_scale(trail_distance), trail_bps, trim_scale(held)) as is from spot_order where id = $1`,
    [id.toString()],
  );
  // The cost is 0.01 at 20066, with a fee of a thousandth.
  expect(row?.is).toBe('66 33 200.86066');
  await settle(id);
});

test.each([
  ['of zero', { trailing: 0n }],
  ['as large as the price', { trailing: amount('20000') }],
])('refuses a distance %s', async (_, to) => {
  expect(await world.house.run(placeOrder, asked({ ...SALE, ...to }), at())).toMatchObject({
    ok: false,
    refusal: { code: 'trailing_wrong', field: 'trailing' },
  });
});

test('cancels a trailing stop before it is reached, but not afterwards', async () => {
  const id = await rests(SALE);
  await quoted('21000');
  await quoted('20600', 60_000);
  expect(await world.house.run(cancelOrder, { id }, at())).toEqual({
    ok: true,
    value: { id: id.toString(), status: 'cancelled' },
  });
  await quoted('20000');
  const other = await rests(SALE);
  const reached = await quoted('19400');
  await quoted('20300', 60_000);
  expect(await world.house.run(cancelOrder, { id: other }, at())).toMatchObject({
    refusal: { code: 'busy' },
  });
  await fires(other, reached);
  expect(await fateAt(other)).toBe('filled v1 0 at 19400 -1');
  await quoted('20000');
});

test('refuses to amend the quantity of a trailing stop', async () => {
  const id = await rests(SALE);
  await quoted('20000', 60_000);
  const changed = { price: undefined, stopPrice: undefined, quantity: amount('0.02') };
  const input = {
    named: { id },
    ...changed,
    instruments,
    termsAt: <T>(one: T) => one,
    jurisdictions: 'demo',
  };
  expect(await world.house.run(amendOrder, input as never, at())).toMatchObject({
    ok: false,
    refusal: { code: 'parameter_wrong', field: 'quantity' },
  });
  await settle(id);
});

test('closes a trailing purchase unfilled if the customer can no longer pay for it', async () => {
  const id = await rests({ ...PURCHASE, quantity: amount('40') });
  await fires(id, await quoted('30000'));
  expect(await fateAt(id)).toBe('cancelled balance_insufficient v2 0');
  await quoted('20000');
});

describe('the database, when the serving role sends plain SQL,', () => {
  const NEWEST = `(select max(seq) from tape where symbol = '${BTC}')`;
  const fate = (statements: string[]) => fateOf(world.house.pool, statements);
  const filling = (id: bigint, back = 0) => [
    `update spot_order set status = 'filled', filled_quantity = quantity, held = 0, updated_ms = market_ms() where id = ${id}`,
    `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, tape_seq, journal_seq, time_ms, fee_rate)
      select o.book, o.id, 1, o.symbol, o.side, o.quantity, t.bid, o.quantity * t.bid,
        ceil(o.quantity * t.bid * o.fee_rate * 100000000) / 100000000, t.seq, 1, market_ms(), o.fee_rate
      from spot_order o join tape t on t.symbol = o.symbol and t.seq = ${NEWEST} - ${back} where o.id = ${id}`,
  ];

  test.each([
    ['before it is reached', ['20900', '20500'], 0, 'spot_fill_in_time'],
    ['by a best price from before its acceptance', ['19600'], 0, 'spot_fill_in_time'],
    ['later than it was reached', ['21000', '20500', '20000'], 0, 'spot_fill_in_time'],
    ['at the entry that reached it', ['21000', '20500', '20000'], 1, 'written'],
    ['at its best price', ['21000', '20500'], 1, 'spot_fill_in_time'],
  ])('checks a fill of a trailing stop %s', async (_, prices, back, outcome) => {
    // This price is higher than all later ones, but precedes the acceptance.
    await quoted('25000');
    await quoted('20000');
    const id = await rests(SALE);
    for (const price of prices) await quoted(price);
    expect(await fate(filling(id, back))).toBe(outcome);
    const reached = `update spot_order set status = 'cancelled', reason = 'customer', held = 0, version = version + 1,
      ended_seq = ${NEWEST}, cancel_ms = market_ms(), cancel_seq = ${NEWEST}, cancel_age_ms = 0 where id = ${id}`;
    expect(await fate([reached])).not.toBe('written');
    await settle(id);
  });

  test.each([
    ['another distance', 'trail_distance = 1', 'spot_order_acceptance'],
    ['an earlier start of its best price', 'trail_seq = trail_seq - 1', 'spot_order_acceptance'],
    ['a stop before it is reached', 'stop = 19900', 'spot_order_in_time'],
    [
      'a stop at an entry that does not reach it',
      `stop = 20400, armed_seq = ${NEWEST}, version = version + 1, reason = 'liquidity_insufficient'`,
      'spot_order_in_time',
    ],
    ['a later arming entry', `armed_seq = ${NEWEST}, version = version + 1`, 'spot_order_in_time'],
    [
      'an amendment',
      `quantity = 0.02, held = 0.02, amended_ms = market_now_ms(), armed_seq = ${NEWEST}, version = version + 1`,
      'spot_order_amended_in_time',
    ],
    [
      'a refusal before it is reached',
      `status = 'cancelled', reason = 'account_frozen', held = 0, version = version + 1, ended_seq = ${NEWEST}`,
      'spot_order_ended_at',
    ],
  ])('rejects an update that gives a trailing stop %s', async (_, sql, outcome) => {
    const id = await rests(SALE);
    await quoted('20400');
    expect(await fate([`update spot_order set ${sql} where id = ${id}`])).toBe(outcome);
    await settle(id);
  });

  test('rejects rearming a trailing stop that the house can fill at its entry', async () => {
    const id = await rests(SALE);
    await quoted('19500');
    const rearmed = `update spot_order set stop = 19500, armed_seq = ${NEWEST}, version = version + 1, reason = 'liquidity_insufficient'`;
    expect(await fate([`${rearmed} where id = ${id}`])).toBe('spot_order_in_time');
    await settle(id);
  });

  test.each([
    ['that follows from its share', '500, 250', 'written'],
    ['that differs from its share', '400, 250', 'spot_order_in_time'],
    ['above the price', '20001, null', 'spot_order_in_time'],
    ['from an earlier entry', '500, null', 'spot_order_in_time', '- 1'],
  ])('accepts or rejects a new trailing stop with a distance %s', async (_, distance, outcome, back = '') => {
    const sql = `insert into spot_order (book, id, symbol, side, type, quantity, status, version, armed_seq, held, created_ms, updated_ms, fee_rate,
        fill_age_ms, trail_distance, trail_bps, trail_seq)
      select ${world.book}, 900001, '${BTC}', 'sell', 'trailing_stop', 0.01, 'open', 1, h.seq, 0.01, market_ms(), market_ms(), 0.001,
        h.fill_age_ms, ${distance}, h.seq ${back} from tape_head h where h.symbol = '${BTC}'`;
    expect(await fate([sql])).toBe(outcome);
  });
});
