/**
 * The daily loss limit across midnight, on a complete server whose market clock is a minute before midnight. Coins that a key
 * bought the day before are valued from the last bid of that day.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openKeyed } from './testing/keyed-server.ts';
import type { Answer, TestKey } from './testing/signed-call.ts';

let world: Awaited<ReturnType<typeof openKeyed>>;
let pool: Pool;

beforeAll(async () => {
  world = await openKeyed({ evening: true });
  pool = createPool(world.server.ownerUrl, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await world.server.stop();
});

const trade = (key: TestKey, fields: object): Promise<Answer> =>
  world.by(key, 'POST coin/trade', { symbol: 'BTC/USDT', type: 'market', ...fields });
const said = ({ type, error }: Answer): unknown => (type === 'ok' ? 'ok' : error);

async function figure(sql: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ figure: string }>(sql, [...values]);
  return Number(rows[0]?.figure);
}

async function lostToday(key: TestKey): Promise<number> {
  const { items } = (await world.said('GET api_keys')).message as CallOutput<'GET api_keys'>;
  return Number(items.find(({ id }) => id === key.id)?.lost_today);
}

const marketDay = () => figure(`select market_now_ms() / ${DAY_MS} as figure`);

test('counts the loss since midnight on coins that the key bought the day before, while the customer still holds them', async () => {
  const [key, seller, idle] = [await world.make(), await world.make(), await world.make()];
  const before = await marketDay();
  expect(said(await trade(key, { side: 'buy', amount: '500' }))).toBe('ok');
  expect(said(await trade(seller, { side: 'sell', quantity: '0.001' }))).toBe('ok');
  expect(said(await trade(idle, { side: 'buy', amount: '500' }))).toBe('ok');
  const [atOnce, sold] = [await lostToday(key), await lostToday(seller)];
  expect(atOnce).toBeGreaterThan(0);
  expect(sold).toBeGreaterThan(0.01);
  await expect.poll(marketDay, { timeout: 40_000 }).toBe(before + 1);
  // From the next day on, coins that the key sold without having bought them no longer count.
  expect(await lostToday(seller)).toBe(0);
  const quantity = await figure('select quantity as figure from api_day where key_id = $1', [key.id]);
  const MIDNIGHT = `entry_before('BTC/USDT', ${(before + 1) * DAY_MS})`;
  const since = () => figure(`select seq - ${MIDNIGHT} as figure from tape_head where symbol = 'BTC/USDT'`);
  // Waits until no order can fill at the entry that is changed below.
  await expect.poll(since, { timeout: 20_000 }).toBeGreaterThan(8);
  // Raises the recorded last bid before midnight, as if the price had fallen by half since then.
  await pool.query(
    `begin; alter table tape disable trigger user;
      update tape set (bid, ask, last) = (bid * 2, ask * 2, last * 2) where symbol = 'BTC/USDT' and seq = ${MIDNIGHT};
      alter table tape enable trigger user; commit`,
  );
  const midnight = await figure(
    `select bid as figure from tape where symbol = 'BTC/USDT' and seq = ${MIDNIGHT}`,
  );
  const bid = await figure(`select bid as figure from tape_head where symbol = 'BTC/USDT'`);
  const lost = await lostToday(key);
  // The price moves by less than a hundredth between the two queries.
  expect(Math.abs(lost - quantity * (midnight - bid))).toBeLessThan(quantity * bid * 0.01);
  expect(await trade(key, { side: 'buy', amount: '20' })).toMatchObject({ error: 'api_loss_reached' });
  // Selling the coins keeps the loss, which is now realised.
  await pool.query(
    `begin; alter table api_key disable trigger user; update api_key set loss_max = 1000000 where id = ${key.id};
      alter table api_key enable trigger user; commit`,
  );
  expect(said(await trade(key, { side: 'sell', quantity: String(quantity) }))).toBe('ok');
  expect(await lostToday(key)).toBeGreaterThan(quantity * (midnight - bid) * 0.98);
  // The next day begins without that loss.
  await pool.query('update api_day set day = day - 1 where key_id = $1', [key.id]);
  expect(await lostToday(key)).toBe(0);
  // Coins that the customer sold manually can't cause the key any further loss.
  expect(await lostToday(idle)).toBeGreaterThan(50);
  const all = await figure(
    `select floor(max(b.amount) * 100000) / 100000 as figure from balance b join api_key k on k.book = b.book
      where b.account = 'spot' and b.currency = 'BTC' and k.id = $1`,
    [idle.id],
  );
  const sale = { symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: String(all) };
  expect(said(await world.said('POST coin/trade', sale))).toBe('ok');
  expect(await lostToday(idle)).toBeLessThan(50);
  // Coins that this key bought and another key sold still count as this key's loss. Otherwise two keys could take turns and lose
  // more than their limits.
  expect(said(await world.said('POST coin/trade', { ...sale, side: 'buy' }))).toBe('ok');
  const lossOfIdle = await lostToday(idle);
  expect(lossOfIdle).toBeGreaterThan(50);
  const other = await world.make({ order_max: '100000', loss_max: '100000' });
  expect(said(await trade(other, { side: 'sell', quantity: String(all) }))).toBe('ok');
  // The price moves by less than a hundredth between the two queries.
  expect(Math.abs((await lostToday(idle)) - lossOfIdle)).toBeLessThan(lossOfIdle * 0.02);
});
