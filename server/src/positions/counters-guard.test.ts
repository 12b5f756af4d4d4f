/**
 * The database counts the exposure of the house accounts together with the rows. An attacker with the serving role's connection
 * can't change the counts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { openThinMarket } from './testing/thin-house.ts';

let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 2, own: '50000', house: { equity: '1000000' } });
  await market.price('20000', '20010');
});
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});

const serving = (sql: string) => market.house.pool.query(sql);

test.each([
  [
    'lowers the committed cover',
    `update counter set value = -1000000 where name like 'cover:%' and slot >= 0`,
  ],
  [
    'inserts a counter',
    `insert into counter (name, slot, value) values ('cover:BTC/USDT:long', 7, -1000000)`,
  ],
  ['changes a counter through count_moves', `select count_moves('{cover:BTC/USDT:long}', '{-1000000}')`],
  ['opens the fund', `update counter set value = 0 where name = 'fund_closed'`],
  ['clears the amount owed', `update counter set value = 0 where name = 'house_owed'`],
  ['deletes counters', `delete from counter`],
])('rejects SQL with which the serving role %s', async (_, sql) => {
  await expect(serving(sql)).rejects.toThrow(/permission denied/);
});

test('counts the cover of positions that two processes open and partly close', async () => {
  const cover = () => market.sum(`select sum(value) from counter where name = 'cover:BTC/USDT:long'`);
  const stress = () =>
    market.sum(
      `select coalesce(sum(amount), 0) from open_stress where symbol = 'BTC/USDT' and side = 'long'`,
    );
  expect(await cover()).toBe(await stress());
  const ids = await Promise.all(
    market.books.map(async (book, at) => {
      const opened = await market.open(book, { quantity: amount('1.5') }, at);
      if (!opened.ok) throw new Error('expected the opening to be accepted, got a refusal');
      return BigInt(opened.value.id);
    }),
  );
  expect(await stress()).toBeGreaterThan(amount('10000'));
  expect(await cover()).toBe(await stress());
  await market.close(market.books[0] as bigint, ids[0] as bigint, amount('0.5'));
  expect(await cover()).toBe(await stress());
  await market.close(market.books[1] as bigint, ids[1] as bigint);
  expect(await cover()).toBe(await stress());
});

test('counts open profits at the current heads, whichever role calls the function and however old the caller’s snapshot is', async () => {
  await market.open(market.books[0] as bigint, { quantity: amount('1') });
  const counted = () => market.sum(`select sum(value) from counter where name = 'open_profit'`);
  const old = await market.house.pool.connect();
  await old.query('begin isolation level repeatable read');
  await old.query('select from position');
  await market.price('20500');
  await serving('select count_open_profit()');
  expect(await counted()).toBe(await market.sum('select sum(amount) from open_profit'));
  await expect(old.query('select count_open_profit()')).rejects.toThrow(/isolation level read committed/);
  await old.query('rollback');
  old.release();
});
