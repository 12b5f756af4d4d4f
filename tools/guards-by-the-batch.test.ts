/** The cost per row of the guards of positions does not grow with the number of rows in a statement. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNPAID, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const NOW = 1_800_000_000_000;
const HEAD = 100;
const FEW = 100;
const MANY = 1600;

/** Opens positions of as many customers; $1 is the id before the first, $3 the entry, $4 the time and $5 the fee rate. */
const OPEN = `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage, collateral, entry_price,
    entry_seq, entry_ms, open_fee, fee_rate, financing_rate, initial_margin, margin, rate, placed_rate, open_rate, financing,
    financed_ms, nights, warned, armed, realised_pnl, closes, created_ms, created_seq, fill_age_ms, updated_ms, placed_day,
    opened_day, staked, added)
  select s, $1::bigint + s, 'contract', 'BTC/USDT', 'long', 'market', 'open', 1, 1, 10, 'contract', 1001, $3::bigint, $4::bigint,
    1001 * $5::numeric, $5, $6::numeric, 100.1, 100.1, 1, 1, 1, 0, $4, '[]', 0, jsonb_build_object('margin', jsonb_build_array(1, $3::text)),
    0, '[]', $4, $3, 1000, $4, 1, 1, 100.1, '[]'
  from generate_series(1, $2::int) s`;

let database: TestDatabase;
let serving: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  // These positions move no money.
  await allowBareJournals(database, UNPAID);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [NOW + 200]);
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
      select 'BTC/USDT', s, $1::bigint - ($2 - s) * 500, $1::bigint - ($2 - s) * 500, 1000, 1001, 1000, 0, sha256('')
      from generate_series(1, $2::int) s`,
    [NOW, HEAD],
  );
  await owner.query(
    `insert into tape_head (symbol, seq, time_ms, feed_time_ms, bid, ask, last, halted)
      values ('BTC/USDT', $1, $2, $2, 1000, 1001, 1000, false)`,
    [HEAD, NOW],
  );
  await owner.query(OPEN, [0, MANY, 50, NOW - 25_000, '0', '0']);
  await owner.query(
    `do $$ begin execute format('alter role candor_app in database %I set track_functions = ''all''', current_database()); end $$`,
  );
  await owner.end();
  serving = new pg.Client({ connectionString: database.appUrl });
  await serving.connect();
});
afterAll(async () => {
  await serving.end();
  await database.drop();
});

/** Closes the given number of positions at the newest entry. */
async function close(count: number): Promise<void> {
  const record = {
    ...{
      quantity: '1',
      price: '1000',
      tape_seq: String(HEAD),
      rate: '1',
      rate_seq: null,
      pnl: '-1',
      fee: '0',
    },
    ...{ financing: '0', shortfall: '0', owed: '0', offset: '0', charge: '0', reason: 'customer', day: 1 },
    ...{ journal_seq: '1', time_ms: NOW + 200, asked_ms: NOW + 200, asked_seq: String(HEAD) },
  };
  const { rowCount } = await serving.query(
    `update position set status = 'closed', reason = 'customer', open_quantity = 0, margin = 0, realised_pnl = -1,
        closed_ms = $1, closes = $2
      where id <= $3`,
    [NOW + 200, JSON.stringify([record]), count],
  );
  expect(rowCount).toBe(count);
}

/** The shortest time per position in several attempts to close the given number of positions. */
async function microsecondsEach(count: number, tries: number): Promise<number> {
  const took: number[] = [];
  for (let done = 0; done < tries; done += 1) {
    await serving.query('begin');
    const startedMs = performance.now();
    await close(count);
    took.push(performance.now() - startedMs);
    await serving.query('rollback');
  }
  return (Math.min(...took) * 1000) / count;
}

test('keeps the cost per position constant when closing sixteen times as many positions', async () => {
  const few = await microsecondsEach(FEW, 8);
  const many = await microsecondsEach(MANY, 3);
  expect(many).toBeLessThan(few * 2.5);
}, 60_000);

/** These values are the same for every row of a statement. */
const ALIKE = ['market_now_ms', 'market_slack_ms', 'is_bound_in_time', 'is_term_now', 'terms_at'];
/** These formulas must be inlined where they are called. */
const EXPANDED = ['contract_size', 'contract_notional', 'stress_of', 'stress_move'];

/** How often a transaction, which is rolled back, calls each function. */
async function calls(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  await serving.query('begin');
  try {
    const before = await callsSoFar();
    await work();
    const after = await callsSoFar();
    return Object.fromEntries([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
  } finally {
    await serving.query('rollback');
  }
}

async function callsSoFar(): Promise<Map<string, number>> {
  const { rows } = await serving.query<{ name: string; calls: string }>(
    `select funcname as name, sum(calls) as calls from pg_stat_xact_user_functions where funcname = any ($1) group by funcname`,
    [[...ALIKE, ...EXPANDED]],
  );
  return new Map(rows.map((row) => [row.name, Number(row.calls)]));
}

test('reads clock, caller and terms once per guard, however many rows a statement has', async () => {
  const { rows } = await serving.query<{ fee: string; night: string }>(
    `select t ->> 'contract_fee_rate' as fee, t ->> 'financing_long_rate' as night from terms_at('instrument:BTC/USDT', 0) t`,
  );
  const opening = await calls(() =>
    serving.query(OPEN, [10_000, FEW, HEAD, NOW + 200, rows[0]?.fee, rows[0]?.night]),
  );
  expect(opening).toMatchObject({ market_now_ms: 1, is_term_now: 2 });
  const closing = await calls(() => close(FEW));
  expect(closing).toMatchObject({ market_now_ms: 2 });
  for (const counted of [opening, closing]) {
    for (const name of ALIKE) expect(counted[name] ?? 0, name).toBeLessThanOrEqual(4);
    for (const name of EXPANDED) expect(counted[name] ?? 0, name).toBe(0);
  }
});
