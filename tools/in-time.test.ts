/**
 * The database rejects a row that was not accepted at its stated time, or not filled at its entry. All statements here are plain
 * SQL of the serving role, without the server's rules. The audit finds rows that bypassed the guards.
 */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { breaches } from '../server/src/app/breaches.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const SYMBOL = 'BTC/USDT';
const HEAD = 240;
const STEP_MS = 500;

let database: TestDatabase;
let serving: pg.Client;
let owner: pg.Client;
const now = 1_800_000_000_000;
/** The bid of an entry: 900 at 120 and 122, 1100 at 180, and otherwise 1000. The ask is one higher. */
const bidAt = (seq: number): number => (seq === 120 || seq === 122 ? 900 : seq === 180 ? 1100 : 1000);
const timeAt = (seq: number): number => now - (HEAD - seq) * STEP_MS;

beforeAll(async () => {
  database = await freshDatabase();
  serving = new pg.Client({ connectionString: database.url });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await serving.connect();
  await owner.connect();
});
afterAll(async () => {
  await serving.end();
  await owner.end();
  await database.drop();
});

/** The costs and results of rows do not matter here; `positions/recomputed.test.ts` tests that they are recomputed. */
beforeAll(async () => {
  // Rows are inserted here in a state in which no real row starts.
  for (const trigger of [
    'position_terms',
    'position_recomputed_new',
    'position_recomputed',
    'position_began',
  ]) {
    await owner.query(`alter table position disable trigger ${trigger}`);
  }
  await owner.query('alter table spot_order disable trigger spot_order_began');
});

/** The market clock is stopped at this time, a fifth of a second after its newest entry. */
beforeEach(async () => {
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [now + 200]);
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
      select $1, seq, ms, ms, bid, bid + 1, bid, 0, sha256('') from unnest($2::bigint[], $3::bigint[], $4::numeric[]) as t (seq, ms, bid)
      on conflict do nothing`,
    [
      SYMBOL,
      ...[(at: number) => at, timeAt, bidAt].map((of) => Array.from({ length: HEAD }, (_, at) => of(at + 1))),
    ],
  );
  await owner.query(
    `insert into tape_head (symbol, seq, time_ms, feed_time_ms, bid, ask, last, halted) values ($1, $2, $3, $3, 1000, 1001, 1000, false)
      on conflict do nothing`,
    [SYMBOL, HEAD, now],
  );
  await serving.query('begin');
});
afterEach(async () => {
  await serving.query('rollback');
  await owner.query('rollback').catch(() => undefined);
});

type Values = Readonly<Record<string, string | number | null>>;

async function insert(table: string, row: Values, by = serving): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`);
  await by.query(`insert into ${table} (${names.join()}) values (${places.join()})`, Object.values(row));
}

/** Returns "written", or the constraint that rejected the statement. */
async function said(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'written';
  } catch (error) {
    const { constraint, message } = error as pg.DatabaseError;
    return constraint ?? message;
  }
}

const order = (given: Values = {}): Values => ({
  ...{
    book: 1,
    id: 7,
    symbol: SYMBOL,
    side: 'buy',
    type: 'market',
    quantity: 1,
    price: null,
    filled_quantity: 1,
  },
  ...{ status: 'filled', version: 1, armed_seq: HEAD, held: 0, fee_rate: 0.001, fill_age_ms: 1000 },
  ...{ created_ms: now + 200, updated_ms: now + 200, ...given },
});
const fill = (seq: number, given: Values = {}): Values => {
  const price = given['side'] === 'sell' ? bidAt(seq) : bidAt(seq) + 1;
  return {
    ...{ book: 1, order_id: 7, leg: 1, symbol: SYMBOL, side: 'buy', quantity: 1, price, value: price },
    ...{ fee: price / 1000, fee_rate: 0.001, tape_seq: seq, journal_seq: 1, time_ms: now + 200, ...given },
  };
};
async function filled(given: Values, at: Values): Promise<void> {
  await insert('spot_order', order(given));
  await insert('spot_fill', at);
}

describe('a spot order', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['at the newest entry', () => filled({}, fill(HEAD)), 'written'],
    ['sold at the newest entry', () => filled({ side: 'sell' }, fill(HEAD, { side: 'sell' })), 'written'],
    ['at an ask 85 seconds old', () => filled({}, fill(HEAD - 170)), 'spot_fill_in_time'],
    ['at the previous entry', () => filled({}, fill(HEAD - 1)), 'spot_fill_in_time'],
    [
      'at an invented price',
      () => filled({}, fill(HEAD, { price: 900, value: 900, fee: 0.9 })),
      'spot_fill_in_time',
    ],
    [
      'accepted 85 seconds ago',
      () => filled({ created_ms: now - 85_000, armed_seq: HEAD - 170 }, fill(HEAD - 170)),
      'spot_order_in_time',
    ],
    [
      'accepted an hour from now',
      () => filled({ created_ms: now + 3_600_000 }, fill(HEAD)),
      'spot_order_in_time',
    ],
    [
      'accepted after an older entry',
      () => filled({ armed_seq: HEAD - 20 }, fill(HEAD - 20)),
      'spot_order_in_time',
    ],
    [
      'accepted after a future entry',
      () => filled({ armed_seq: HEAD + 1 }, fill(HEAD)),
      'spot_order_in_time',
    ],
    [
      'with an invented maximum age',
      () => filled({ fill_age_ms: 600_000 }, fill(HEAD)),
      'spot_order_in_time',
    ],
    ['filled an hour ago', () => filled({}, fill(HEAD, { time_ms: now - 3_600_000 })), 'spot_fill_in_time'],
    ['without an order', () => insert('spot_fill', fill(HEAD)), 'spot_fill_in_time'],
    ['on the opposite side', () => filled({ side: 'sell' }, fill(HEAD)), 'spot_fill_in_time'],
    [
      'of a different quantity',
      () => filled({}, fill(HEAD, { quantity: 2, value: 2002, fee: 2.002 })),
      'spot_fill_in_time',
    ],
    [
      'waiting for a price that exists',
      () => insert('spot_order', order({ status: 'open', filled_quantity: 0, held: 1003 })),
      'spot_order_in_time',
    ],
    [
      'filled later at an entry from its acceptance',
      () => filled({ created_ms: now + 100 }, fill(HEAD)),
      'spot_fill_in_time',
    ],
    [
      'accepted after the second newest entry',
      () => insert('spot_order', order({ armed_seq: HEAD - 1 })),
      'written',
    ],
    [
      'accepted after an entry from over a second ago',
      () => insert('spot_order', order({ armed_seq: HEAD - 3 })),
      'read_just_now',
    ],
    [
      'accepted over a second ago',
      () => insert('spot_order', order({ created_ms: now - 1000 })),
      'read_just_now',
    ],
  ])('is written only if it agrees with the clock and the tape: %s', async (_, work, outcome) =>
    expect(await said(work())).toBe(outcome),
  );

  const begins = (given: Values = {}): Values =>
    order({ type: 'limit', price: 950, status: 'open', filled_quantity: 0, ...given });
  const sale: Values = { side: 'sell', price: 1100 };
  /** A market order accepted after an entry that is too old. */
  const old: Values = { type: 'market', price: null, armed_seq: HEAD, created_ms: now + 1200 };

  test.each<[string, Values, string]>([
    ['a purchase that holds its cost at its limit', { held: 950.95 }, 'spot_order_holds'],
    ['a purchase that holds less', { held: 950.94 }, 'spot_order_in_time'],
    ['a purchase that holds more', { held: 951 }, 'spot_order_in_time'],
    ['a sale that holds the sold quantity', { ...sale, held: 1 }, 'spot_order_holds'],
    ['a sale that holds less', { ...sale, held: 0.5 }, 'spot_order_in_time'],
    [
      'a market purchase that holds its cost at the newest entry',
      { ...old, held: 1002.001 },
      'spot_order_holds',
    ],
    [
      'a market purchase that holds its cost at a different entry',
      { ...old, held: 901.901 },
      'spot_order_in_time',
    ],
  ])('is written only with the hold that its wait requires: %s', async (_, given, outcome) => {
    if (given === old || 'created_ms' in given)
      await owner.query('update clock set base_market_ms = $1', [now + 1400]);
    // No amount was frozen for the hold that the row states, which is checked at the end.
    const work = async () => {
      await insert('spot_order', begins(given));
      await serving.query('set constraints all immediate');
    };
    expect(await said(work())).toBe(outcome);
  });

  /** The owner inserts these orders as accepted 100 seconds ago. */
  const resting = (given: Values = {}): Promise<void> =>
    insert(
      'spot_order',
      order({
        ...{ type: 'limit', price: 950, status: 'open', filled_quantity: 0, held: 951, armed_seq: 40 },
        ...{ created_ms: timeAt(40), updated_ms: timeAt(40), ...given },
      }),
      owner,
    );
  const ended = (reason: string, seq: number | null) =>
    `update spot_order set status = 'cancelled', reason = '${reason}', held = 0, ended_seq = ${seq}
      ${reason === 'customer' ? `, cancel_ms = ${now}, cancel_seq = ${HEAD}, cancel_age_ms = 1000` : ''} where id = 7`;
  const rearmed = (seq: number, reason: string | null = null) =>
    `update spot_order set armed_seq = ${seq}, version = 2, reason = ${reason === null ? 'null' : `'${reason}'`} where id = 7`;
  const waiting: Values = {
    type: 'market',
    price: null,
    armed_seq: 140,
    fill_age_ms: 400,
    created_ms: timeAt(141),
  };
  const moment: Values = { price: 1000, side: 'sell', armed_seq: HEAD - 1 };
  test.each<[string, Values, string, string]>([
    ['is cancelled if it was not reached', { price: 850 }, ended('customer', HEAD), 'written'],
    ['must fill first if it was reached half a minute ago', {}, ended('customer', HEAD), 'reached_first'],
    ['must fill first if it was reached this very moment', moment, ended('customer', HEAD), 'reached_first'],
    ['is not cancelled without an entry', { price: 850 }, ended('customer', null), 'spot_order_ended_at'],
    ['is not cancelled at an old entry', { price: 850 }, ended('customer', 100), 'spot_order_ended_at'],
    [
      'is not cancelled by a start-over that did not happen',
      { price: 850 },
      ended('start_over', HEAD),
      'spot_order_ended_at',
    ],
    [
      'is not refused at an entry that does not fire it',
      {},
      ended('product_not_offered', 130),
      'spot_order_ended_at',
    ],
    [
      'is not refused at the second entry that reaches it',
      {},
      ended('product_not_offered', 122),
      'spot_order_ended_at',
    ],
    [
      'is not refused at its own entry if its customer does not exist',
      {},
      ended('product_not_offered', 120),
      'spot_order_ended_at',
    ],
    ['is not refused for a false reason', {}, ended('account_frozen', 120), 'spot_order_ended_at'],
    [
      'is not refused at a limit for lack of stock, for which it waits',
      {},
      ended('liquidity_insufficient', 120),
      'spot_order_ended_at',
    ],
    [
      'is not filled without a fill',
      {},
      `update spot_order set status = 'filled', held = 0, filled_quantity = 1 where id = 7; set constraints check_due_run immediate`,
      'spot_order_filled',
    ],
    [
      'accepts only the next version',
      {},
      rearmed(120).replace('version = 2', 'version = 9'),
      'spot_order_version',
    ],
    [
      'accepts no new version without a change',
      {},
      'update spot_order set version = 2 where id = 7',
      'spot_order_version',
    ],
    ['is not rearmed after the newest entry', {}, rearmed(HEAD), 'spot_order_in_time'],
    ['is not rearmed after an arbitrary entry', {}, rearmed(121), 'spot_order_in_time'],
    [
      'is not rearmed for lack of stock at a different entry',
      {},
      rearmed(130, 'liquidity_insufficient'),
      'spot_order_in_time',
    ],
    ['waits for stock from its entry on', {}, rearmed(120, 'liquidity_insufficient'), 'written'],
    [
      'is not cancelled as a market order once its price exists',
      waiting,
      ended('customer', HEAD),
      'reached_first',
    ],
    [
      'is not refused as a market order at a different price',
      waiting,
      ended('price_moved', 150),
      'spot_order_ended_at',
    ],
    [
      'is not refused as a market order within its worst price',
      { ...waiting, worst: 1002 },
      ended('price_moved', 141),
      'spot_order_ended_at',
    ],
    [
      'is refused as a market order beyond its worst price',
      { ...waiting, worst: 1000 },
      ended('price_moved', 141),
      'written',
    ],
  ])('changes while it rests only as the tape requires: %s', async (_, given, sql, outcome) => {
    await owner.query('begin');
    await resting(given);
    await owner.query('set session authorization candor_app');
    try {
      expect(await said(owner.query(sql))).toBe(outcome);
    } finally {
      await owner.query('rollback');
      await owner.query('reset session authorization');
    }
  });

  test('is rejected if its transaction has an old snapshot of the tape', async () => {
    await serving.query('rollback; begin isolation level repeatable read');
    expect(await said(filled({}, fill(HEAD)))).toBe('as_it_is_now');
    await serving.query('rollback; begin isolation level serializable');
    expect(await said(insert('position', position()))).toBe('as_it_is_now');
  });

  test('is rejected with an invented fee', async () => {
    expect(await said(insert('spot_order', order({ fee_rate: 0 })))).toBe('spot_order_terms');
  });

  const end = `update spot_order set status = 'filled', held = 0, filled_quantity = 1 where id = 7`;
  const cases: [string, Values, number, string][] = [
    ['a limit at the first entry that reaches it', {}, 120, 'written'],
    ['a limit at a later entry that reaches it too', {}, 122, 'spot_fill_in_time'],
    ['a limit at an entry that does not reach it', {}, 130, 'spot_fill_in_time'],
    ['a limit at an entry from before its arming', { armed_seq: 121 }, 120, 'spot_fill_in_time'],
    [
      'a waiting market order at the next quote',
      { type: 'market', price: null, armed_seq: 140, fill_age_ms: 400, created_ms: timeAt(141) },
      141,
      'written',
    ],
    [
      'a waiting market order at a later quote',
      { type: 'market', price: null, armed_seq: 140, fill_age_ms: 400, created_ms: timeAt(141) },
      180,
      'spot_fill_in_time',
    ],
    [
      'a waiting market order at a quote made before it',
      { type: 'market', price: null, armed_seq: 140, fill_age_ms: 400, created_ms: timeAt(141) + 1 },
      141,
      'spot_fill_in_time',
    ],
    ['a limit at a quote made before it', { created_ms: timeAt(120) + 1 }, 120, 'spot_fill_in_time'],
    ['a limit at the first quote made since', { created_ms: timeAt(120) + 1 }, 122, 'written'],
    [
      'a market order at the entry that was too old',
      { type: 'market', price: null, armed_seq: 140, fill_age_ms: 400, created_ms: timeAt(141) },
      140,
      'spot_fill_in_time',
    ],
  ];
  test.each(cases)(
    'is written only if it agrees with the clock and the tape: %s',
    async (_, given, seq, outcome) => {
      await owner.query('begin');
      await resting(given);
      await owner.query('set session authorization candor_app');
      try {
        expect(await said(owner.query(end).then(() => insert('spot_fill', fill(seq), owner)))).toBe(outcome);
      } finally {
        await owner.query('rollback');
        await owner.query('reset session authorization');
      }
    },
  );
});

const position = (given: Values = {}): Values => ({
  ...{
    book: 1,
    id: 7,
    product: 'contract',
    symbol: SYMBOL,
    side: 'long',
    type: 'market',
    status: 'open',
    reason: null,
  },
  ...{ quantity: 1, open_quantity: 1, leverage: 10, collateral: 'contract', price: null, entry_price: 1001 },
  ...{
    entry_seq: HEAD,
    entry_ms: now + 200,
    open_fee: 0.5005,
    fee_rate: 0.0005,
    financing_rate: 0,
    initial_margin: 100.1,
  },
  ...{
    margin: 100.1,
    rate: 1,
    rate_seq: null,
    placed_rate: 1,
    open_rate: 1,
    financing: 0,
    financed_ms: (given['entry_ms'] as number | null | undefined) ?? now + 200,
    nights: '[]',
  },
  ...{
    warned: 0,
    armed: `{"margin":[1,"${HEAD}"]}`,
    realised_pnl: 0,
    closes: '[]',
    created_ms: now + 200,
    created_seq: HEAD,
  },
  ...{
    fill_age_ms: 1000,
    updated_ms: now + 200,
    closed_ms: null,
    placed_day: 1,
    opened_day: 1,
    staked: 100.1,
    added: '[]',
    ...given,
  },
});

describe('a position', () => {
  const old = HEAD - 170;
  test.each<[string, () => Values, string]>([
    ['at the newest entry', () => position(), 'written'],
    [
      'at an ask 85 seconds old',
      () => position({ entry_seq: old, entry_ms: timeAt(old) }),
      'position_in_time',
    ],
    [
      'opened at the minimum',
      () => position({ entry_seq: 120, entry_price: 901, entry_ms: timeAt(120) }),
      'position_in_time',
    ],
    ['at an invented price', () => position({ entry_price: 950 }), 'position_in_time'],
    [
      'at an entry from over a second ago',
      () => position({ created_seq: HEAD - 3, entry_seq: HEAD - 3, armed: `{"margin":[1,"${HEAD - 3}"]}` }),
      'read_just_now',
    ],
    [
      'waiting for a price that exists',
      () =>
        position({
          status: 'pending',
          entry_price: null,
          entry_seq: null,
          entry_ms: null,
          open_rate: null,
          open_quantity: 0,
          opened_day: null,
        }),
      'position_in_time',
    ],
    [
      'waiting at a limit that is not watched',
      () =>
        position({
          ...{
            status: 'pending',
            type: 'limit',
            price: 900,
            entry_price: null,
            entry_seq: null,
            entry_ms: null,
          },
          ...{ open_rate: null, open_quantity: 0, opened_day: null, armed: '{}' },
        }),
      'position_in_time',
    ],
    [
      'with a stop that is not watched',
      () => position({ stop_price: 950, stop_kind: 'loss' }),
      'position_in_time',
    ],
    ['with a margin that is not watched', () => position({ armed: '{}' }), 'position_in_time'],
    [
      'with a margin that is watched from an earlier entry',
      () => position({ armed: '{"margin":[1,"119"]}' }),
      'position_in_time',
    ],
    [
      'opened and immediately partly closed with almost no margin',
      () =>
        position({
          ...{ open_quantity: 0.9, margin: 1, initial_margin: 90.09 },
          closes: JSON.stringify([
            {
              ...{
                quantity: '0.1',
                price: '1000',
                tape_seq: String(HEAD),
                rate: '1',
                rate_seq: null,
                pnl: '-0.1',
                fee: '0.05',
              },
              ...{
                financing: '0',
                shortfall: '0',
                owed: '0',
                offset: '0',
                charge: '0',
                reason: 'customer',
                journal_seq: '2',
              },
              ...{ time_ms: now + 200, asked_ms: now + 200, asked_seq: String(HEAD) },
            },
          ]),
        }),
      'position_in_time',
    ],
    [
      'accepted 85 seconds ago',
      () => position({ created_seq: old, entry_seq: old, created_ms: timeAt(old), entry_ms: timeAt(old) }),
      'position_in_time',
    ],
    ['opened at a different time', () => position({ entry_ms: now - 90_000_000 }), 'position_in_time'],
    [
      'watched from an old entry',
      () => position({ armed: '{"stop":[1,"120"]}', stop_price: 950, stop_kind: 'loss' }),
      'position_in_time',
    ],
    ['with an invented maximum age', () => position({ fill_age_ms: 600_000 }), 'position_in_time'],
    [
      'at an invented rate',
      () => position({ rate: 0.7, placed_rate: 0.7, open_rate: 0.7 }),
      'position_rates',
    ],
  ])('is written only if it agrees with the clock and the tape: %s', async (_, row, outcome) =>
    expect(await said(insert('position', row()))).toBe(outcome),
  );

  type Close = Readonly<Record<string, string | number | null>>;
  /** Positions opened 100 seconds ago with a stop at 950 and a target at 1050. */
  async function closing(close: Close): Promise<string> {
    await owner.query('begin');
    const opened = {
      ...{
        entry_seq: 40,
        entry_ms: timeAt(40),
        created_ms: timeAt(40),
        created_seq: 40,
        financed_ms: timeAt(40),
      },
      ...{ stop_price: 950, stop_kind: 'loss', take_profit: 1050, trail_distance: 90 },
      armed: '{"stop":[1,"40"],"target":[1,"40"],"trail":[1,"40"],"margin":[1,"40"]}',
    };
    await insert('position', position(opened), owner);
    await owner.query('set session authorization candor_app');
    const record = {
      ...{ quantity: '1', rate: '1', rate_seq: null, pnl: '0', fee: '0', financing: '0', shortfall: '0' },
      ...{ journal_seq: '2', time_ms: now + 200, ...close },
    };
    const sql = `update position set status = 'closed', reason = $1, open_quantity = 0, margin = 0, closed_ms = $2, closes = $3,
      armed = '{"stop":[2,"40"],"target":[2,"40"],"trail":[2,"40"],"margin":[2,"40"]}' where id = 7`;
    try {
      return await said(owner.query(sql, [close['reason'], now + 200, JSON.stringify([record])]));
    } finally {
      await owner.query('rollback');
      await owner.query('reset session authorization');
    }
  }
  const asked = () => ({ asked_ms: now + 200, asked_seq: String(HEAD) });
  test.each<[string, () => Close, string]>([
    [
      'closed at the newest entry',
      () => ({ reason: 'customer', price: '1000', tape_seq: String(HEAD), ...asked() }),
      'written',
    ],
    [
      'closed at the maximum',
      () => ({ reason: 'customer', price: '1100', tape_seq: '180', ...asked() }),
      'position_in_time',
    ],
    [
      'requested at the maximum',
      () => ({ reason: 'customer', price: '1100', tape_seq: '180', asked_ms: timeAt(180), asked_seq: '180' }),
      'position_in_time',
    ],
    [
      'without a request',
      () => ({ reason: 'customer', price: '1000', tape_seq: String(HEAD) }),
      'position_in_time',
    ],
    [
      'stopped at the first entry that reaches it',
      () => ({ reason: 'stop_loss', price: '900', tape_seq: '120' }),
      'written',
    ],
    [
      'stopped at a later entry',
      () => ({ reason: 'stop_loss', price: '900', tape_seq: '122' }),
      'position_in_time',
    ],
    [
      'stopped at an entry that does not reach it',
      () => ({ reason: 'stop_loss', price: '1000', tape_seq: '119' }),
      'position_in_time',
    ],
    ['closed at its target', () => ({ reason: 'take_profit', price: '1100', tape_seq: '180' }), 'written'],
    [
      'closed at its target without reaching it',
      () => ({ reason: 'take_profit', price: '1000', tape_seq: '181' }),
      'position_in_time',
    ],
    ['closed by its trailing stop', () => ({ reason: 'trailing', price: '900', tape_seq: '120' }), 'written'],
    [
      'closed by its trailing stop too early',
      () => ({ reason: 'trailing', price: '1000', tape_seq: '119' }),
      'position_in_time',
    ],
    [
      'liquidated at a loss of half its margin',
      () => ({ reason: 'close_out', price: '900', tape_seq: '120' }),
      'written',
    ],
    [
      'closed by its trailing stop at a later entry that is as far back',
      () => ({ reason: 'trailing', price: '900', tape_seq: '122' }),
      'position_in_time',
    ],
    [
      'liquidated at a later entry with the same loss',
      () => ({ reason: 'close_out', price: '900', tape_seq: '122' }),
      'position_in_time',
    ],
    [
      'liquidated without such a loss',
      () => ({ reason: 'close_out', price: '1000', tape_seq: '119' }),
      'position_in_time',
    ],
    [
      'closed by a start-over that did not happen',
      () => ({ reason: 'start_over', price: '1000', tape_seq: String(HEAD) }),
      'position_in_time',
    ],
    [
      'closed for an unknown reason',
      () => ({ reason: 'house', price: '1000', tape_seq: String(HEAD) }),
      'position_in_time',
    ],
    [
      'closed in the past',
      () => ({ reason: 'stop_loss', price: '900', tape_seq: '120', time_ms: now - 60_000 }),
      'position_in_time',
    ],
  ])('is written only if it agrees with the clock and the tape: %s', async (_, close, outcome) =>
    expect(await closing(close())).toBe(outcome),
  );
});

describe('a forex close that was requested on a Saturday', () => {
  const saturday = Date.UTC(2027, 0, 9, 12);
  /** Friday's last entry, an entry from before the reopening that arrived late, and the first two entries after the reopening. */
  const quotes = [
    Date.UTC(2027, 0, 8, 21, 59),
    Date.UTC(2027, 0, 10, 21, 59),
    Date.UTC(2027, 0, 10, 22),
    Date.UTC(2027, 0, 10, 22, 1),
  ];
  /** Friday's and Saturday's midnight, for a position that pays no financing for them. */
  const nightsAt = (seq: number) => ({
    ...{ seq: String(seq), time_ms: quotes[seq - 1], nights: 2, quantity: '1', rate: '1', rate_seq: null },
    amount: '0',
  });
  test.each([
    [2, 'position_in_time'],
    [3, 'written'],
    [4, 'position_in_time'],
  ])('is written at entry %s only if that is the first entry of the session', async (seq, outcome) => {
    await owner.query('begin');
    await owner.query(
      `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
        select 'EUR/USD', n, ms, ms, 1.1, 1.1, 1.1, 0, sha256('') from unnest($1::bigint[]) with ordinality as u (ms, n)`,
      [quotes],
    );
    const opened = quotes[0] as number;
    await insert(
      'position',
      position({
        ...{
          product: 'forex',
          symbol: 'EUR/USD',
          entry_price: 1.1,
          entry_seq: 1,
          entry_ms: opened,
          financed_ms: opened,
        },
        ...{
          created_ms: opened,
          created_seq: 1,
          status: 'closing',
          reason: 'customer',
          armed: '{"margin":[1,"1"]}',
        },
        ...{ asked_ms: saturday, asked_seq: 1, closing_quantity: 1 },
      }),
      owner,
    );
    await owner.query('set session authorization candor_app');
    const record = {
      ...{
        quantity: '1',
        price: '1.1',
        tape_seq: String(seq),
        rate: '1',
        rate_seq: null,
        pnl: '0',
        fee: '0',
        financing: '0',
      },
      ...{
        shortfall: '0',
        owed: '0',
        offset: '0',
        charge: '0',
        reason: 'customer',
        journal_seq: '2',
        time_ms: now + 200,
      },
      ...{ asked_ms: saturday, asked_seq: '1' },
    };
    try {
      expect(
        await said(
          owner.query(
            `update position set status = 'closed', open_quantity = 0, margin = 0, closed_ms = $1, closes = $2, asked_ms = null,
              asked_seq = null, closing_quantity = null, nights = $3, financed_ms = $4 where id = 7`,
            [now + 200, JSON.stringify([record]), JSON.stringify([nightsAt(seq)]), quotes[seq - 1]],
          ),
        ),
      ).toBe(outcome);
    } finally {
      await owner.query('rollback');
      await owner.query('reset session authorization');
    }
  });
});

describe('an option ticket', () => {
  const ticket = (given: Values = {}): Values => ({
    ...{
      book: 1,
      id: 7,
      product: 'crypto',
      symbol: SYMBOL,
      side: 'up',
      seconds: 30,
      currency: 'USDT',
      source: 'option',
    },
    ...{ stake: 10, payout_ratio: 0.8, profit: 8, stake_usdt: 10, profit_usdt: 8, status: 'open', pnl: 0 },
    ...{ accepted_ms: now + 200, accepted_seq: HEAD, expires_ms: now + 30_000, ...given },
  });
  const at = (seq: number, ms: number) => ({
    accepted_seq: seq,
    accepted_ms: ms,
    expires_ms: Math.floor(ms / 1000) * 1000 + 30_000,
  });
  test.each<[string, () => Values, string]>([
    ['accepted after the newest entry', () => ticket(), 'written'],
    ['whose strike is 94 seconds old', () => ticket({ accepted_seq: HEAD - 188 }), 'option_ticket_in_time'],
    ['accepted 94 seconds ago', () => ticket(at(HEAD - 188, timeAt(HEAD - 188))), 'option_ticket_in_time'],
    ['backdated by 240 seconds', () => ticket(at(HEAD, now - 240_000)), 'option_ticket_in_time'],
    ['accepted after a future entry', () => ticket({ accepted_seq: HEAD + 1 }), 'option_ticket_in_time'],
    [
      'accepted after an entry from over a second ago',
      () => ticket({ accepted_seq: HEAD - 3 }),
      'read_just_now',
    ],
  ])('is written only if it agrees with the clock and the tape: %s', async (_, row, outcome) =>
    expect(await said(insert('option_ticket', row()))).toBe(outcome),
  );

  test.each([
    ['a gap', null],
    ['a halt', 'halt'],
    ['a reject', 'reject'],
  ])('is not accepted at %s, because its symbol is halted', async (_, cause) => {
    const [symbol, isReject] = [`${String(cause).toUpperCase()}/USDT`, cause === 'reject'];
    await owner.query(
      `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap, cause, reason, refused, refused_count)
        values ($1, 1, $2, $2, 1000, 1001, 1000, 0, sha256(''), true, $3, $4, $5, $6)`,
      [symbol, now, cause, cause && 'jump', isReject ? Buffer.alloc(32) : null, isReject ? 1 : null],
    );
    expect(await said(insert('option_ticket', ticket({ symbol, accepted_seq: 1 })))).toBe(
      'option_ticket_in_time',
    );
  });
});

test('finds in the audit the rows that bypassed the guards', async () => {
  await owner.query('begin');
  const old = HEAD - 170;
  await insert('spot_order', order(), owner);
  await insert('spot_fill', fill(old), owner);
  await insert('spot_order', order({ id: 8, armed_seq: HEAD - 20 }), owner);
  await insert('position', position({ id: 8, entry_seq: old }), owner);
  await insert('position', position({ id: 9, created_seq: old, entry_seq: old }), owner);
  const late = {
    reason: 'stop_loss',
    price: '900',
    tape_seq: '122',
    time_ms: now,
    quantity: '1',
    rate: '1',
    rate_seq: null,
    ...{ journal_seq: '2', shortfall: '0', offset: '0', charge: '0' },
  };
  await insert(
    'position',
    position({
      ...{
        id: 10,
        entry_seq: 40,
        entry_ms: timeAt(40),
        created_ms: timeAt(40),
        created_seq: 40,
        financed_ms: timeAt(40),
      },
      ...{
        status: 'closed',
        reason: 'stop_loss',
        open_quantity: 0,
        margin: 0,
        closed_ms: now,
        stop_price: 950,
        stop_kind: 'loss',
      },
      ...{ armed: '{"stop":[1,"40"]}', closes: JSON.stringify([{ ...late, pnl: '0', financing: '0' }]) },
    }),
    owner,
  );
  // The levels were changed immediately after an entry that is too old, and the levels from before the change closed the
  // position.
  const changed = (seq: number, waits: string | null): Values => ({
    ...{ change_ms: timeAt(seq) + 1, change_seq: seq, change_age_ms: 0, change_waits: waits },
  });
  await insert('position', position({ id: 21, ...changed(HEAD, null) }), owner);
  const stopped = { ...late, price: '900', tape_seq: '120', pnl: '0', financing: '0' };
  await insert(
    'position',
    position({
      ...{ id: 22, entry_seq: 40, entry_ms: timeAt(40), created_ms: timeAt(40), created_seq: 40 },
      ...{ financed_ms: timeAt(40), status: 'closed', reason: 'stop_loss', open_quantity: 0, margin: 0 },
      ...{ closed_ms: now, stop_price: 950, stop_kind: 'loss', armed: '{"stop":[1,"40"]}' },
      ...{ closes: JSON.stringify([stopped]), ...changed(60, '{"stop_price":"940","margin":"0"}') },
    }),
    owner,
  );
  for (const [id, reason] of [
    [11, 'trailing'],
    [12, 'close_out'],
  ] as const) {
    const closes = JSON.stringify([{ ...late, reason, fee: '0', owed: '0', pnl: '-101', financing: '0' }]);
    const then = {
      ...{ entry_seq: 40, entry_ms: timeAt(40), created_ms: timeAt(40), created_seq: 40 },
      financed_ms: timeAt(40),
    };
    const ended = { status: 'closed', open_quantity: 0, margin: 0, closed_ms: now, trail_distance: 90 };
    const armed = '{"trail":[1,"40"],"margin":[1,"40"]}';
    await insert('position', position({ id, ...then, ...ended, reason, armed, closes }), owner);
  }
  await closeOutYen();
  const rested = {
    type: 'limit',
    price: 950,
    status: 'cancelled',
    filled_quantity: 0,
    armed_seq: 40,
    created_ms: timeAt(40),
  };
  /** The entry is recent for a market in which entries of that age fill. */
  const takenBack = (seq: number, cancel_age_ms = 0): Values => ({
    ...{ reason: 'customer', ended_seq: seq, cancel_seq: seq, cancel_age_ms },
    ...{ cancel_ms: timeAt(seq) + 1, updated_ms: timeAt(seq) + 1 },
  });
  await insert('spot_order', order({ ...rested, id: 13, ...takenBack(130, 1) }), owner);
  await insert(
    'spot_order',
    order({ ...rested, id: 14, reason: 'product_not_offered', ended_seq: 122 }),
    owner,
  );
  await insert('spot_order', order({ ...rested, id: 15, ...takenBack(119, 1) }), owner);
  await insert('spot_order', order({ ...rested, id: 18, ...takenBack(119) }), owner);
  await insert('spot_order', order({ ...rested, id: 19, reason: 'customer', ended_seq: 119 }), owner);
  await insert('spot_order', order({ ...rested, id: 20, ...takenBack(118), ended_seq: 119 }), owner);
  await insert(
    'spot_order',
    order({ ...rested, id: 16, reason: 'product_not_offered', ended_seq: 120 }),
    owner,
  );
  await insert('spot_order', order({ id: 17, created_ms: now + 100 }), owner);
  await insert('spot_fill', fill(HEAD, { order_id: 17 }), owner);
  await insert('option_ticket', { ...ticketOfAudit(old) }, owner);
  const found = await breaches(owner, { except: ['L9', 'L27', 'L28', 'L4'] });
  const named = found
    .filter(({ invariant }) => invariant.startsWith('L16: time'))
    .map(({ detail }) => detail.split(':')[0] ?? '');
  expect(named.toSorted((one, other) => one.localeCompare(other))).toEqual([
    'closing of position 10 of book 1',
    'closing of position 11 of book 1',
    'closing of position 12 of book 1',
    'closing of position 13 of book 1',
    'closing of position 14 of book 1',
    'opening of position 8 of book 1',
    'opening of position 9 of book 1',
    'order 13 of book 1',
    'order 14 of book 1',
    'order 18 of book 1',
    'order 19 of book 1',
    'order 8 of book 1',
    'order of fill 17/1 of book 1',
    'order of fill 7/1 of book 1',
    'position 21 of book 1',
    'position 22 of book 1',
    'position 9 of book 1',
    'stop of position 10 of book 1',
    'ticket 7 of book 1',
  ]);
  await owner.query('rollback');
});

/**
 * Four liquidations of positions in a pair whose rate moved from 0.0065 to 0.0064 in the meantime. Position 13 closes at an entry
 * after the first one that reached its level at either rate, and 14 at an entry that did not reach the level. 15 and 16 close at
 * the first entry that reached the level, although the previous entry reaches it at one of the rates.
 */
async function closeOutYen(): Promise<void> {
  const bids = [155, 154.5, 153.9, 153.88, 153.8, 153.7];
  const at = (seq: number): number => now - 60_000 + seq * 1000;
  const entries = `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
    select $1, n, ms, ms, p, p, p, 0, sha256('') from unnest($2::bigint[], $3::numeric[]) with ordinality as u (ms, p, n)`;
  await owner.query(entries, ['USD/JPY', bids.map((_, seq) => at(seq + 1)), bids]);
  await owner.query(entries, ['JPY/USDT', [at(1) - 3_600_000, at(3) - 1], [0.0065, 0.0064]]);
  for (const table of ['journal', 'position']) await owner.query(`alter table ${table} disable trigger user`);
  const entered = { entry_price: 155, entry_seq: 1, entry_ms: at(1), created_ms: at(1), created_seq: 1 };
  for (const [id, seq, rate] of [
    [13, 5, 0.0064],
    [14, 2, 0.0065],
    [15, 4, 0.0064],
    [16, 3, 0.0065],
  ] as const) {
    const closes = {
      ...{
        reason: 'close_out',
        price: String(bids[seq - 1]),
        tape_seq: String(seq),
        time_ms: at(seq),
        quantity: '1',
      },
      ...{
        rate: String(rate),
        rate_seq: rate === 0.0065 ? 1 : 2,
        journal_seq: String(id),
        shortfall: '0',
        offset: '0',
      },
      ...{ charge: '0', fee: '0', owed: '0', pnl: '-715', financing: '0' },
    };
    const ended = { status: 'closed', reason: 'close_out', open_quantity: 0, margin: 0, closed_ms: now };
    const row = { id, product: 'forex', symbol: 'USD/JPY', ...entered, ...ended, financed_ms: at(1) };
    const margin = { initial_margin: 1430, armed: '{"margin":[1,"1"]}', closes: JSON.stringify([closes]) };
    await insert('position', position({ ...row, ...margin }), owner);
    // The journal that released the margin, inserted past the ledger's checks.
    await owner.query(
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        values (1, $1, 'contract_close', $2, $3, 0, '{contract_frozen,contract}', '{USDT,USDT}', '{-1430,1430}')`,
      [id, `position:${id}`, now],
    );
  }
}

function ticketOfAudit(old: number): Values {
  return {
    ...{
      book: 1,
      id: 7,
      product: 'crypto',
      symbol: SYMBOL,
      side: 'up',
      seconds: 30,
      currency: 'USDT',
      source: 'option',
    },
    ...{ stake: 10, payout_ratio: 0.8, profit: 8, stake_usdt: 10, profit_usdt: 8, status: 'open', pnl: 0 },
    ...{ accepted_ms: now + 200, accepted_seq: old, expires_ms: now + 30_000 },
  };
}
