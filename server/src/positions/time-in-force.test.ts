/**
 * Orders that expire, on a real database. From the expiry on, no entry opens them, no earlier entry is skipped, and SQL as the
 * serving role can neither end them earlier nor keep them longer. The names and conditions of orders cannot be changed either.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../app/breaches.ts';
import { createPool } from '../db/pool.ts';
import { instruments } from '../quotes/catalogue.ts';
import { cancelOrder } from './commands.ts';
import { fateOf } from './testing/fate.ts';
import { openThinMarket } from './testing/thin-house.ts';

const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };
const RESTS_MS = 1500;
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let book: bigint;
let taken = 0;
let keys = 0;

beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 30, own: '100000', house: HOUSE });
});
beforeEach(async () => {
  book = market.books[(taken += 1)] as bigint;
  await market.price('20000', '20010');
});
afterAll(async () => {
  const owner = createPool(database.ownerUrl, { max: 2 });
  // The market of these tests has no candles and no signed entries, so only the times of orders are audited.
  const broken = (await breaches(owner)).filter((told) => JSON.stringify(told).includes('good till a time'));
  await owner.end();
  await market.closeHouses();
  await database.drop();
  expect(broken).toEqual([]);
});

async function place(change: Parameters<typeof market.open>[1] = {}): Promise<bigint> {
  const opened = await market.open(book, { leverage: 2, price: amount('19500'), ...change });
  if (!opened.ok) throw new Error(opened.refusal.code);
  return BigInt(opened.value.id);
}

async function marketMs(): Promise<number> {
  const [now] = await market.house.owner<{ ms: string }>('select market_now_ms() as ms');
  return Number(now?.ms);
}

/** Places an order that rests for a moment. Returns its number, and a function that waits for its end. */
async function placeTillSoon(change: Parameters<typeof market.open>[1] = {}) {
  const expiresMs = (await marketMs()) + RESTS_MS;
  const id = await place({ timeInForce: 'GTD', expiresMs, ...change });
  return { id, over: async () => delay(Math.max(0, expiresMs - (await marketMs())) + 5) };
}

const fate = (sql: string, id: bigint) =>
  fateOf(market.house.pool, [`update position set ${sql} where id = ${id}`]);
const NEWEST = `(select max(seq) from tape where symbol = 'BTC/USDT')`;
const MISFIRED = 'the tape does not bear out the ';
const expired = (seq = NEWEST) =>
  `status = 'cancelled', reason = 'expired', margin = 0, ended_seq = ${seq}, closed_ms = market_ms()`;
const FIRED = { ok: true, value: { fired: true } };
const LEFT_ALONE = { ok: true, value: { fired: false } };
const BUSY = { ok: false, refusal: { code: 'busy' } };

async function stateOf(id: bigint) {
  const [row] = await market.house.owner<{ state: string }>(
    `select concat_ws(' ', p.status, p.reason, (select b.amount from balance b where b.book = p.book and b.account = 'contract_frozen'
      and b.currency = 'USDT')::float8) as state from position p where p.id = $1`,
    [id.toString()],
  );
  return row?.state;
}

describe('an order that is good till a time', () => {
  test('opens at an entry before that time', async () => {
    const { id } = await placeTillSoon();
    await market.price('19490', '19500');
    expect(await market.fireHere(book, id, 'limit')).toMatchObject(FIRED);
    expect(await stateOf(id)).toMatch(/^open /);
  });

  test('expires at the first entry at or after that time, which releases its money', async () => {
    const { id, over } = await placeTillSoon();
    await over();
    await market.price('20000', '20010');
    expect(await market.fireHere(book, id, 'expiry')).toMatchObject(FIRED);
    expect(await stateOf(id)).toBe('cancelled expired 0');
  });

  test('does not open at an entry at or after the time, by firing or by SQL', async () => {
    const { id, over } = await placeTillSoon();
    await over();
    await market.price('19490', '19500');
    expect(await market.fireHere(book, id, 'limit')).toMatchObject(LEFT_ALONE);
    const opens = `status = 'open', entry_price = 19500, entry_seq = e.seq, entry_ms = e.time_ms, open_quantity = p.quantity, open_rate = 1, initial_margin = p.margin,
      opened_day = p.placed_day, financed_ms = e.time_ms`;
    expect(
      await fateOf(market.house.pool, [
        `update position p set ${opens} from tape e where p.id = ${id} and e.symbol = p.symbol and e.seq = ${NEWEST}`,
      ]),
    ).toBe(`${MISFIRED}entry of its opening`);
    expect(await market.fireHere(book, id, 'expiry')).toMatchObject(FIRED);
  });

  test('does not expire if an earlier entry reached it', async () => {
    const { id, over } = await placeTillSoon();
    await market.price('19490', '19500');
    await over();
    await market.price('20000', '20010');
    expect(await market.fireHere(book, id, 'expiry')).toMatchObject(BUSY);
    expect(await fate(expired(), id)).toBe('reached_first');
  });

  test('cannot be expired early, at another entry or without an expiry', async () => {
    const { id, over } = await placeTillSoon();
    expect(await fate(expired(), id)).toBe(`${MISFIRED}entry of its end`);
    await market.price('20000', '20010');
    expect(await fate(expired(), id)).toBe(`${MISFIRED}entry of its end`);
    await over();
    await market.price('20000', '20010');
    await market.price('20000', '20010');
    expect(await fate(expired(), id)).toBe(`${MISFIRED}entry of its end`);
    expect(await fate(expired(`${NEWEST} - 1`), id)).toBe('written');
    const other = await place();
    expect(await fate(expired(), other)).toBe(`${MISFIRED}entry of its end`);
  });

  test('cannot be hidden from the engine, and is reported if it is left resting', async () => {
    const { id, over } = await placeTillSoon();
    for (const unheard of [`jsonb_set(armed, '{expiry,0}', '99')`, `armed - 'expiry'`]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fate(`armed = ${unheard}`, id)).toBe(`${MISFIRED}arming of its limit`);
    }
    await over();
    await market.price('20000', '20010');
    const left = () =>
      market.house.owner<{ told: string }>('select told from left_unfired() where row_id = $1', [id]);
    expect(await left()).toEqual([]);
    await market.house.owner(
      `create or replace function entry_past(of_symbol text, now_ms bigint, wait_ms bigint) returns bigint language sql stable
        set search_path = public, pg_temp as $$ select max(seq) from tape where symbol = of_symbol $$`,
    );
    expect(await left()).toEqual([{ told: `order ${id} of book ${book} rests, and its time is over` }]);
  });

  test('can’t be cancelled once an entry at or after its time has expired it', async () => {
    const { id, over } = await placeTillSoon();
    await over();
    await market.price('19490', '19500');
    const run = { book, key: `cancel ${(keys += 1)}` };
    const cancelled = await market.house.run(cancelOrder, { id, instruments }, run);
    expect(cancelled).toMatchObject({ ok: false, refusal: { code: 'busy' } });
    const asks = `cancel_ms = market_ms(), cancel_seq = ${NEWEST}, cancel_age_ms = p.fill_age_ms`;
    const takenBack = `${expired().replace('expired', 'customer')}, ${asks}`;
    const sql = (set: string) =>
      fateOf(market.house.pool, [
        `update position set ${set.replace('p.fill_age_ms', `(select fill_age_ms from tape_head where symbol = 'BTC/USDT')`)} where id = ${id}`,
      ]);
    expect(await sql(takenBack)).toBe('reached_first');
    expect(await market.fireHere(book, id, 'expiry')).toMatchObject(FIRED);
  });
});

describe('the terms with which an order was placed', () => {
  test.each([
    ['the expiry', `expires_ms = expires_ms + 60000`, 'position_transition'],
    ['whether it has an expiry', `time_in_force = 'GTC', expires_ms = null`, 'position_transition'],
    ['the client order id', `client_order_id = 'b'`, 'permission denied for table position'],
    ['post-only', `post_only = true`, 'permission denied for table position'],
  ])('can’t be changed without an amendment: %s', async (_, sql, outcome) => {
    const { id } = await placeTillSoon({ clientOrderId: 'a' });
    expect(await fate(sql, id)).toBe(outcome);
  });

  test('include a client order id that no other resting order has, by which the order can be cancelled', async () => {
    const first = await place({ clientOrderId: 'mine' });
    const again = await market.open(book, { leverage: 2, price: amount('19400'), clientOrderId: 'mine' });
    expect(again).toMatchObject({ ok: false, refusal: { code: 'client_order_id_used' } });
    const columns = `book, product, symbol, side, type, status, quantity, open_quantity, leverage, collateral, price, open_fee, initial_margin, margin,
      rate, financing, financed_ms, warned, armed, realised_pnl, closes, created_ms, updated_ms, staked, fee_rate, financing_rate, created_seq,
      fill_age_ms, placed_rate, nights, client_order_id`;
    expect(
      await fateOf(market.house.pool, [
        `insert into position (id, ${columns}) select id + 1000000, ${columns} from position where id = ${first}`,
      ]),
    ).toBe('position_client_order');
    const cancel = async () =>
      market.house.run(
        cancelOrder,
        { id: undefined, clientOrderId: 'mine', instruments },
        { book, key: `cancel ${(keys += 1)}` },
      );
    expect(await cancel()).toMatchObject({ ok: true, value: { id: first.toString(), status: 'cancelled' } });
    expect(await cancel()).toMatchObject({ ok: false, refusal: { code: 'trade_not_found' } });
    expect(await place({ clientOrderId: 'mine' })).toBeGreaterThan(first);
  });

  test('include post-only, which SQL can’t evade', async () => {
    const filled = await market.open(book, { leverage: 2, price: amount('20010'), postOnly: true });
    expect(filled).toMatchObject({ ok: false, refusal: { code: 'post_only_would_fill' } });
    const id = await place({ price: amount('20010') });
    const [columns] = await market.house.owner<{ all: string }>(
      `select string_agg(quote_ident(column_name), ', ') as all from information_schema.columns
        where table_name = 'position' and column_name not in ('id', 'post_only')`,
    );
    expect(
      await fateOf(market.house.pool, [
        `insert into position (id, post_only, ${columns?.all}) select id + 1000000, true, ${columns?.all} from position where id = ${id}`,
      ]),
    ).toBe(`${MISFIRED}waiting`);
  });
});
