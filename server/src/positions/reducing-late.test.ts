/**
 * Orders that close a part of a position, and that are decided after later entries of the tape. Each still closes at its own
 * entry.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { instruments } from '../quotes/catalogue.ts';
import { firePosition, reducePositionAt, setLevels } from './commands.ts';
import { openThinMarket } from './testing/thin-house.ts';
import { entryAt } from './testing/world.ts';

const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let book: bigint;
let id: bigint;
let reduction: bigint;
let taken = 0;
let keys = 0;
beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 10, own: '100000', house: HOUSE });
});
const at = () => ({ book, key: `key of late ${(keys += 1)}` });
beforeEach(async () => {
  book = market.books[(taken += 1)] as bigint;
  await market.price('20000', '20010');
  const opened = await market.open(book, { leverage: 10 });
  if (!opened.ok) throw new Error(opened.refusal.code);
  id = BigInt(opened.value.id);
  reduction = await reduces('19800', '0.3');
});
async function reduces(price: string, quantity: string): Promise<bigint> {
  const placed = await market.house.run(
    reducePositionAt,
    {
      ...{ id, type: 'stop', price: amount(price), expiresMs: undefined, clientOrderId: undefined },
      ...{ quantity: amount(quantity), timeInForce: 'GTC', instruments, termsAt: (one) => one },
    },
    at(),
  );
  if (!placed.ok) throw new Error(placed.refusal.code);
  return BigInt(placed.value.id);
}
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});
const seqNow = async () =>
  (await market.house.owner<{ seq: string }>(`select max(seq) as seq from tape where symbol = 'BTC/USDT'`))[0]
    ?.seq ?? '';
async function fires(row: bigint, seq: string, part: 'limit' | 'margin' = 'limit') {
  const [found] = await market.house.owner<
    Record<'bid' | 'ask' | 'version' | 'time_ms' | 'feed_time_ms', string>
  >(
    `select t.bid, t.ask, t.time_ms, t.feed_time_ms, p.armed -> $3 ->> 0 as version from position p, tape t
      where p.id = $1 and t.symbol = p.symbol and t.seq = $2`,
    [row.toString(), seq, part],
  );
  if (found === undefined) throw new Error(`expected row ${row} and entry ${seq}, found none`);
  const { bid, ask, version, time_ms, feed_time_ms } = found;
  const made = entryAt({ bid, ask, seq: BigInt(seq), timeMs: Number(time_ms) });
  const entry = { ...made, feedTimeMs: Number(feed_time_ms) };
  const input = {
    id: row,
    part,
    version: Number(version),
    instruments,
    entry,
    jurisdictions: 'demo',
  } as const;
  return market.house.run(firePosition, input, { ...at(), urgent: true });
}
const FIRED = { ok: true, value: { fired: true } };

test('a reducing order closes at its entry after a part was closed manually at a later one', async () => {
  await market.price('19790', '19800');
  const reached = await seqNow();
  await market.price('19850', '19860');
  expect(await market.close(book, id, amount('0.2'))).toMatchObject({ ok: true });
  expect(await fires(reduction, reached)).toMatchObject(FIRED);
});

test('a reducing order closes after margin was added at a later entry', async () => {
  await market.price('19790', '19800');
  const reached = await seqNow();
  await market.price('19850', '19860');
  expect(
    await market.house.run(
      setLevels,
      {
        ...{ id, takeProfit: undefined, stopLoss: undefined, profitLock: undefined, trailing: undefined },
        ...{ addMargin: amount('10'), instruments, jurisdictions: 'demo' },
      },
      at(),
    ),
  ).toMatchObject({ ok: true });
  expect(await fires(reduction, reached)).toMatchObject(FIRED);
});

test('a reducing order closes after another order closed a part at a later entry', async () => {
  const second = await reduces('19700', '0.3');
  await market.price('19790', '19800');
  const reached = await seqNow();
  await market.price('19690', '19700');
  expect(await fires(second, await seqNow())).toMatchObject(FIRED);
  expect(await fires(reduction, reached)).toMatchObject(FIRED);
});

test('a reducing order closes after a warning at a later entry', async () => {
  await market.price('19790', '19800');
  const reached = await seqNow();
  await market.price('19400', '19410');
  expect(await fires(id, await seqNow(), 'margin')).toMatchObject(FIRED);
  expect(await fires(reduction, reached)).toMatchObject(FIRED);
});

test('a reducing order closes while other levels wait for the next quote', async () => {
  await market.price('20000', '20010', { fillAgeMs: 0 });
  await delay(2);
  const levels = {
    takeProfit: amount('21000'),
    stopLoss: undefined,
    profitLock: undefined,
    trailing: undefined,
  };
  const asked = await market.house.run(
    setLevels,
    { id, ...levels, addMargin: undefined, instruments, jurisdictions: 'demo' },
    at(),
  );
  expect(asked).toMatchObject({ ok: true, value: { change: { take_profit: '21000' } } });
  const [made] = await market.house.owner<{ ms: string }>(
    'select change_ms - 1 as ms from position where id = $1',
    [id.toString()],
  );
  await market.price('19790', '19800', { madeMs: Number(made?.ms) });
  expect(await fires(reduction, await seqNow())).toMatchObject(FIRED);
});

test('a reducing order closes before a liquidation at a later entry', async () => {
  await market.price('19790', '19800');
  const reached = await seqNow();
  await market.price('18400', '18410');
  expect(await fires(id, await seqNow(), 'margin')).toMatchObject({ ok: false });
  expect(await fires(reduction, reached)).toMatchObject(FIRED);
  expect(await fires(id, await seqNow(), 'margin')).toMatchObject(FIRED);
});
