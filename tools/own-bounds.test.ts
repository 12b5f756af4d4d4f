/**
 * A waiting order fills within its customer's bounds or not at all: not beyond the customer's worst price, not at a fee that
 * differs from the order's, and a conversion's second leg sells exactly the proceeds of the first. The test uses plain SQL of the
 * serving role; the audit finds rows that bypassed the guards.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../server/src/app/breaches.ts';

const HEAD = 240;
const now = 1_800_000_000_000;
const timeAt = (seq: number): number => now - (HEAD - seq) * 500;

let database: TestDatabase;
let owner: pg.Client;

/** Two coins with constant prices, 1000 and 100, and a market clock that is stopped at the newest entry of both. */
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const trigger of ['position_terms', 'position_recomputed', 'position_began'])
    await owner.query(`alter table position disable trigger ${trigger}`);
  await owner.query('alter table spot_order disable trigger spot_order_began');
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [now + 200]);
  for (const [symbol, bid] of [
    ['BTC/USDT', 1000],
    ['ETH/USDT', 100],
  ] as const) {
    await owner.query(
      `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
        select $1, n, $3::bigint + n * 500, $3::bigint + n * 500, $2::numeric, $2::numeric + 1, $2::numeric, 0, sha256('') from generate_series(1, ${HEAD}) as n`,
      [symbol, bid, timeAt(0)],
    );
    await owner.query(
      `insert into tape_head (symbol, seq, time_ms, feed_time_ms, bid, ask, last, halted)
        values ($1, ${HEAD}, $3, $3, $2::numeric, $2::numeric + 1, $2::numeric, false)`,
      [symbol, bid, now],
    );
    await owner.query(
      `insert into offered (subject, body) values ($1, '{"step": "0.0001", "min": "0.0001", "max": "1000"}')
        on conflict (subject) do update set body = excluded.body`,
      [`instrument:${symbol}`],
    );
  }
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

type Values = Readonly<Record<string, string | number | null>>;

async function insert(table: string, row: Values): Promise<void> {
  const names = Object.keys(row);
  await owner.query(
    `insert into ${table} (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
    Object.values(row),
  );
}

/** The order is accepted after entry 140, which was too old, so it fills at 141. */
const waiting = (given: Values = {}): Values => ({
  ...{ book: 1, id: 7, symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 1, status: 'open' },
  ...{ version: 1, armed_seq: 140, held: 1003, fee_rate: 0.001, fill_age_ms: 400 },
  ...{ created_ms: timeAt(141), updated_ms: timeAt(141), ...given },
});
type Filled = { readonly price?: number; readonly quantity?: number; readonly fee_rate?: number };
const fill = (given: Filled & Values = {}): Values => {
  const { quantity = 1, price = 1001, fee_rate: rate = 0.001 } = given as Filled;
  const value = quantity * price;
  const fee = Math.ceil(value * rate * 1e8 - 1e-3) / 1e8;
  return {
    ...{ book: 1, order_id: 7, leg: 1, symbol: 'BTC/USDT', side: 'buy', tape_seq: 141, journal_seq: 1 },
    ...{ time_ms: now + 200, quantity, price, fee_rate: rate, value: value.toFixed(8), fee: fee.toFixed(8) },
    ...given,
  };
};
const sold = fill({ side: 'sell', price: 1000 });
/** The quantity that 999 USDT buys at 101 with a fee of one thousandth. */
const QUANTITY = 9.8812;
const bought = (given: Filled & Values = {}): Values =>
  fill({ leg: 2, symbol: 'ETH/USDT', price: 101, quantity: QUANTITY, ...given });
const conversion: Values = {
  ...{ side: 'sell', held: 1, to_symbol: 'ETH/USDT', to_armed_seq: 140, to_fill_age_ms: 400 },
  to_fee_rate: 0.001,
};

/** Returns "written", or the constraint that rejected the statement; all changes are rolled back. */
async function undone(statements: () => Promise<unknown>): Promise<string> {
  await owner.query('begin');
  try {
    await statements();
    return 'written';
  } catch (error) {
    const { constraint, message } = error as pg.DatabaseError;
    return constraint ?? message;
  } finally {
    await owner.query('rollback');
    await owner.query('reset session authorization');
  }
}

/** The outcome for a waiting order when the role that executes commands fills it in this way. */
const fate = (given: Values, fills: readonly Values[]): Promise<string> =>
  undone(async () => {
    await insert('spot_order', waiting(given));
    // The journal that pays, without the balances that it would move.
    await owner.query(`set local session_replication_role = replica;
      insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select 1, 1, case when to_symbol is null then 'spot_fill' else 'spot_convert' end, 'spot_order:7', 0, 0, '{spot}', '{USDT}', '{1}' from spot_order
          where id = 7;
      set local session_replication_role = origin`);
    await owner.query('set session authorization candor_app');
    await owner.query(
      `update spot_order set status = 'filled', held = 0, filled_quantity = quantity, priced = '[]' where id = 7`,
    );
    // One after the other, because the second leg is compared with the first.
    // oxlint-disable-next-line no-await-in-loop
    for (const row of fills) await insert('spot_fill', row);
    await owner.query('set constraints check_due_run immediate');
  });

describe('a market order that waited', () => {
  test.each<[string, Values, readonly Values[], string]>([
    ['fills within its worst price', { worst: 1001 }, [fill()], 'written'],
    ['does not fill beyond its worst price', { worst: 1000.99 }, [fill()], 'spot_fill_in_time'],
    [
      'does not fill below its worst price as a sale',
      { side: 'sell', held: 1, worst: 1000.01 },
      [sold],
      'spot_fill_in_time',
    ],
    ['fills at its fee', {}, [fill()], 'written'],
    ['does not fill at a smaller fee', {}, [fill({ fee_rate: 0 })], 'spot_fill_in_time'],
    ['does not fill at a greater fee', {}, [fill({ fee_rate: 0.01 })], 'spot_fill_in_time'],
  ])('%s', async (_, given, fills, outcome) => expect(await fate(given, fills)).toBe(outcome));
});

describe('an order that waits', () => {
  const limit: Values = { type: 'limit', price: 950, held: 951, armed_seq: HEAD, created_ms: now };
  test.each<[string, Values, string, string]>([
    ['keeps the amount that it holds', limit, 'held = 1', 'spot_order_in_time'],
    ['does not increase the amount that it holds', limit, 'held = 2000', 'spot_order_in_time'],
    ['keeps the amount that it holds as a market order too', {}, 'held = 1', 'spot_order_in_time'],
    ['is not partly filled', limit, 'filled_quantity = 0.5', 'spot_order_filled_whole'],
    ['keeps the quantity that its amount buys', { budget: 1003 }, 'quantity = 0.0001', 'spot_order_in_time'],
    ['records when it was checked', limit, 'updated_ms = updated_ms + 1', 'written'],
  ])('%s', async (_, given, change, outcome) => {
    const found = await undone(async () => {
      await insert('spot_order', waiting(given));
      await owner.query('set session authorization candor_app');
      await owner.query(`update spot_order set ${change} where id = 7`);
    });
    expect(found).toBe(outcome);
  });
});

describe('a conversion that waited', () => {
  test.each<[string, Values, readonly Values[], string]>([
    ['buys for exactly the proceeds of its sale', {}, [sold, bought()], 'written'],
    [
      'buys for no more than the proceeds of its sale',
      {},
      [sold, bought({ quantity: 20 })],
      'spot_fill_in_time',
    ],
    [
      'buys for no less than the proceeds of its sale',
      {},
      [sold, bought({ quantity: 0.0001 })],
      'spot_fill_in_time',
    ],
    ['does not buy at a different fee', {}, [sold, bought({ fee_rate: 0 })], 'spot_fill_in_time'],
    ['fills within its worst amount', { worst: QUANTITY }, [sold, bought()], 'written'],
    [
      'does not fill below its worst amount',
      { worst: QUANTITY + 0.0001 },
      [sold, bought()],
      'spot_fill_in_time',
    ],
    ['has no third leg', {}, [sold, bought({ leg: 3 })], 'spot_fill_leg'],
    ['does not consist of two purchases', {}, [bought(), bought({ leg: 3 })], 'spot_fill_in_time'],
  ])('%s', async (_, given, fills, outcome) =>
    expect(await fate({ ...conversion, ...given }, fills)).toBe(outcome),
  );
});

const position = (given: Values = {}): Values => ({
  ...{ book: 1, id: 7, product: 'contract', symbol: 'BTC/USDT', side: 'long', type: 'market' },
  ...{ status: 'pending', quantity: 1, open_quantity: 0, leverage: 10, collateral: 'contract' },
  ...{ fee_rate: 0.0005, financing_rate: 0, initial_margin: 100.1, margin: 100.1, open_fee: 0.5005 },
  ...{ rate: 1, placed_rate: 1, financing: 0, financed_ms: timeAt(141), nights: '[]', warned: 0 },
  ...{ armed: '{}', realised_pnl: 0, closes: '[]', created_ms: timeAt(141), created_seq: 140 },
  ...{ fill_age_ms: 400, updated_ms: timeAt(141), placed_day: 1, staked: 100.1, added: '[]', ...given },
});

test.each([
  ['long', 1001, 'written'],
  ['long', 1000.99, 'position_in_time'],
  ['short', 1000, 'written'],
  ['short', 1000.01, 'position_in_time'],
])(
  'accepts or rejects the opening of a %s order with a worst price of %s: %s',
  async (side, worst, outcome) => {
    const opens = `update position set status = 'open', open_quantity = 1, entry_price = $1, entry_seq = 141, entry_ms = $2, open_rate = 1,
    opened_day = 1, armed = '{"margin": [1, "141"]}' where id = 7`;
    const price = side === 'long' ? 1001 : 1000;
    const found = await undone(async () => {
      await insert('position', position({ side, worst_price: worst }));
      await owner.query('set session authorization candor_app');
      await owner.query(opens, [price, timeAt(141)]);
    });
    expect(found).toBe(outcome);
  },
);

test('finds in the audit the rows that bypassed the guards', async () => {
  await owner.query('begin');
  const filled = { status: 'filled', held: 0, filled_quantity: 1 };
  const rows: [number, Values, readonly Values[]][] = [
    [1, { worst: 1000 }, [fill()]],
    [2, { side: 'sell', worst: 1001 }, [sold]],
    [3, { worst: 1001 }, [fill()]],
    [4, conversion, [sold, bought()]],
    [5, conversion, [sold, bought({ quantity: 1 })]],
    [6, conversion, [sold, bought({ fee_rate: 0.002 })]],
    [7, { ...conversion, worst: 10 }, [sold, bought()]],
  ];
  for (const [id, given, fills] of rows) {
    await insert('spot_order', waiting({ ...given, ...filled, id }));
    for (const row of fills) await insert('spot_fill', { ...row, order_id: id });
  }
  const opened = {
    status: 'open',
    open_quantity: 1,
    entry_price: 1001,
    entry_seq: 141,
    entry_ms: timeAt(141),
  };
  await insert(
    'position',
    position({ ...opened, open_rate: 1, opened_day: 1, worst_price: 1000, armed: '{"margin": [1, "141"]}' }),
  );
  const named = (await breaches(owner, { except: ['L4', 'L27'] }))
    .filter(({ invariant }) => invariant.startsWith('L28'))
    .map(({ detail }) => detail.split(',')[0] ?? '');
  expect(named.toSorted((one, other) => one.localeCompare(other))).toEqual([
    'fill 1/1 of book 1 beyond its bound',
    'fill 2/1 of book 1 beyond its bound',
    'fill 5/2 of book 1 is not what the sale brought',
    'fill 6/2 of book 1',
    'fill 6/2 of book 1 is not what the sale brought',
    'fill 7/2 of book 1 beyond its bound',
    'opening of position 7 of book 1 beyond its bound',
  ]);
  await owner.query('rollback');
});
