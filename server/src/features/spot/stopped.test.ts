/**
 * While operators have stopped spot trading or a coin, nothing is bought. Coins can be sold, orders cancelled, and orders that sell
 * fill at their levels.
 */
import { afterAll, afterEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { forgetStops, stoppedFor, stopsOver } from '@candor/testing/stops.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { cancelOrder, placeOrder } from './commands.ts';
import { BTC, restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { asked, at, fires, quoted, rests } = world;
afterEach(() => stopsOver(world.house.owner));
afterAll(() => forgetStops(world.house.owner));

const PURCHASE = { side: 'buy', type: 'limit', price: amount('19000') } as const;
const rowOf = async (id: bigint) =>
  (
    await world.house.owner<{ status: string; reason: string | null; held: string }>(
      `select status, reason, held::text from spot_order where id = ${id}`,
    )
  )[0];
const place = (order: Parameters<typeof asked>[0]) => world.house.run(placeOrder, asked(order), at());

test.each(['product:spot', `instrument:${BTC}`])(
  'a stop of %s refuses purchases, and says what is stopped until when',
  async (target) => {
    await stoppedFor(world.house.owner, target);
    expect(await place(PURCHASE)).toMatchObject({
      refusal: {
        code: 'opening_stopped',
        params: { stopped: target, until: expect.stringMatching(/^\d{10}$/) },
      },
    });
    const sale = await place({ side: 'sell', type: 'limit', price: amount('21000') });
    expect(sale).toMatchObject({ ok: true, value: { status: 'open' } });
    if (sale.ok) await world.house.run(cancelOrder, { id: BigInt(sale.value.id) }, at());
  },
);

test.each(['product:contracts', 'product:exchange', 'instrument:ETH/USDT', 'payouts'])(
  'a stop of %s does not concern purchases of another coin',
  async (target) => {
    await stoppedFor(world.house.owner, target);
    const bought = await place(PURCHASE);
    expect(bought).toMatchObject({ ok: true });
    if (bought.ok) await world.house.run(cancelOrder, { id: BigInt(bought.value.id) }, at());
  },
);

test('a purchase reached during a stop ends, and its money is returned; a sale fills', async () => {
  const purchase = await rests(PURCHASE);
  const sale = await rests({ side: 'sell', type: 'stop', stopPrice: amount('19500') });
  await stoppedFor(world.house.owner, `instrument:${BTC}`);
  const entry = await quoted('18990');
  await fires(purchase, entry);
  await fires(sale, entry);
  expect(await rowOf(purchase)).toMatchObject({
    status: 'cancelled',
    reason: 'opening_stopped',
    held: '0.00000000',
  });
  expect(await rowOf(sale)).toMatchObject({ status: 'filled' });
});

test('a purchase that an entry reached before the stop fills at that entry', async () => {
  const purchase = await rests(PURCHASE);
  const entry = await quoted('18990');
  // The stop began after the entry; the two seconds for which the database waits are over too.
  await new Promise((resolve) => setTimeout(resolve, 2200));
  await stoppedFor(world.house.owner, `instrument:${BTC}`, 2100);
  await fires(purchase, entry);
  expect(await rowOf(purchase)).toMatchObject({ status: 'filled' });
});

test('the database accepts no purchase, fill or amended purchase during a stop, whoever writes', async () => {
  const purchase = await rests(PURCHASE);
  await quoted('19000');
  await stoppedFor(world.house.owner, 'product:spot');
  const copied = `insert into spot_order select (jsonb_populate_record(o, '{"id": 1, "client_order_id": null}')).* from spot_order o
    where o.id = ${purchase}`;
  const filled = `insert into spot_fill select o.book, o.id, 1, o.symbol, o.side, o.quantity, 19000, 190, 190 * o.fee_rate, t.seq, 1,
      market_ms(), o.fee_rate from spot_order o join tape t on t.symbol = o.symbol where o.id = ${purchase} order by t.seq desc limit 1`;
  const amended = `update spot_order set amended_ms = market_ms(), price = price - 1 where id = ${purchase}`;
  await quoted('19000');
  for (const sql of [copied, filled, amended])
    expect([sql, await fateOf(world.house.pool, [sql])]).toEqual([sql, 'emergency_stop_upheld']);
  await stopsOver(world.house.owner);
  for (const sql of [copied, filled, amended])
    expect(await fateOf(world.house.pool, [sql])).not.toBe('emergency_stop_upheld');
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id: purchase }, at());
});
