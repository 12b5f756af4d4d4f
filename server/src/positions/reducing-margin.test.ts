/**
 * An order that closes a part of a position never waits together with margin that takes effect at the next quote. Otherwise, no
 * trigger of the position would ever fire: the order would wait for the margin, the margin for a trigger that an earlier entry
 * reached, and that trigger for the order.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { instruments } from '../quotes/catalogue.ts';
import type { Amendment } from './amending.ts';
import { amendOrder, reducePositionAt, setLevels } from './commands.ts';
import { fateOf } from './testing/fate.ts';
import { openThinMarket } from './testing/thin-house.ts';

const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };
const PART = '0.5';
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let book: bigint;
let id: bigint;
let taken = 0;
let keys = 0;

beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 10, own: '100000', house: HOUSE });
});
beforeEach(async () => {
  book = market.books[(taken += 1)] as bigint;
  await market.price('20000', '20010');
  const opened = await market.open(book, { leverage: 10, stopLoss: amount('19700') });
  if (!opened.ok) throw new Error(opened.refusal.code);
  id = BigInt(opened.value.id);
});
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});

const at = () => ({ book, key: `key of margin ${(keys += 1)}` });
const BUSY = { ok: false, refusal: { code: 'busy' } };

const reduces = (quantity?: string) =>
  market.house.run(
    reducePositionAt,
    {
      ...{ id, type: 'stop', price: amount('19800'), expiresMs: undefined, clientOrderId: undefined },
      ...{ quantity: quantity === undefined ? undefined : amount(quantity), timeInForce: 'GTC' },
      ...{ instruments, termsAt: (one) => one },
    },
    at(),
  );
async function reduction(quantity?: string): Promise<bigint> {
  const placed = await reduces(quantity);
  if (!placed.ok) throw new Error(placed.refusal.code);
  return BigInt(placed.value.id);
}
const sets = (row: bigint, change: { takeProfit?: bigint; addMargin?: bigint }) =>
  market.house.run(
    setLevels,
    {
      ...{ id: row, takeProfit: undefined, stopLoss: undefined, profitLock: undefined, trailing: undefined },
      ...{ addMargin: undefined, instruments, jurisdictions: 'demo', ...change },
    },
    at(),
  );
/** Adds margin at an entry that is too old, so that the margin waits for the next quote. */
async function addsLater() {
  await market.price('20000', '20010', { fillAgeMs: 0 });
  await delay(2);
  return sets(id, { addMargin: amount('10') });
}
/** Writes a fresh entry that was made before the margin was requested, so that the margin still waits. */
async function priceMadeBefore() {
  const [asked] = await market.house.owner<{ ms: string }>(
    'select change_ms - 1 as ms from position where id = $1',
    [id.toString()],
  );
  await market.price('20000', '20010', { madeMs: Number(asked?.ms) });
}

test('refuses margin that would have to wait while an order to close a part is open', async () => {
  await reduction(PART);
  expect(await addsLater()).toMatchObject(BUSY);
  await market.price('20000', '20010');
  expect(await sets(id, { addMargin: amount('10') })).toMatchObject({ ok: true });
});

test('lets margin wait while an order to close the whole position is open, and refuses to amend that order to a part', async () => {
  const whole = await reduction();
  expect(await addsLater()).toMatchObject({ ok: true, value: { change: { margin: '10' } } });
  await priceMadeBefore();
  expect(await reduces(PART)).toMatchObject(BUSY);
  expect(await reduces()).toMatchObject({ ok: true });
  const terms = { price: undefined, takeProfit: undefined, stopLoss: undefined, trailing: undefined };
  const amendment: Amendment = {
    ...{ id: whole, ...terms, quantity: amount(PART), expiresMs: undefined },
    ...{ instruments, termsAt: (one) => one, jurisdictions: 'demo' },
  };
  expect(await market.house.run(amendOrder, amendment, at())).toMatchObject(BUSY);
});

test('refuses levels and margin of an order that only reduces', async () => {
  const order = await reduction();
  const refused = { ok: false, refusal: { code: 'position_not_open' } };
  expect(await sets(order, { takeProfit: amount('19000') })).toMatchObject(refused);
  expect(await sets(order, { addMargin: amount('10') })).toMatchObject(refused);
});

const NEWEST = `(select max(seq) from tape where symbol = 'BTC/USDT')`;
const AGE = `(select fill_age_ms from tape_head where symbol = 'BTC/USDT')`;
const margin =
  () => `update position set margin = margin + 10, change_ms = n.now_ms, change_seq = ${NEWEST}, change_age_ms = ${AGE},
    added = jsonb_build_array(jsonb_build_object('day', floor(extract(epoch from clock_timestamp()) / 86400), 'amount', '10')),
    change_waits = '{"margin": "10", "take_profit": null, "stop_price": "19700", "stop_kind": "loss", "trail_distance": null}',
    armed = armed || jsonb_build_object('change', jsonb_build_array(1, ${NEWEST}, n.now_ms))
  from (select market_now_ms() as now_ms offset 0) n where id = ${id}`;

test.each([
  ['the whole position', undefined, 'written'],
  ['a part of the position', PART, 'the tape does not bear out the change of its levels'],
])('the database lets margin wait while an order to close %s is open: %s', async (_, quantity, outcome) => {
  await reduction(quantity);
  await market.price('20000', '20010', { fillAgeMs: 0 });
  await delay(2);
  expect(await fateOf(market.house.pool, [margin()])).toBe(outcome);
});

test('the database accepts no order for a part while margin waits', async () => {
  const whole = await reduction();
  await addsLater();
  await priceMadeBefore();
  const columns = await market.house.owner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'position' order by ordinal_position`,
  );
  const names = columns.map(({ name }) => name);
  const copy = (quantity: string) => {
    const given = names.map((name) =>
      name === 'id' ? 'id + 1000000' : name === 'quantity' ? quantity : name,
    );
    return fateOf(market.house.pool, [
      `insert into position (${names.join()}) select ${given.join()} from position where id = ${whole}`,
    ]);
  };
  expect(await copy('1')).toBe('written');
  expect(await copy(PART)).toBe('the tape does not bear out the position that it reduces');
});
