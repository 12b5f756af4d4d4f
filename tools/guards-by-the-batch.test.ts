/** What the guards of times and rates cost a row does not grow with how many rows a statement changes. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from './testing/database.ts';
import type { TestDatabase } from './testing/database.ts';

const NOW = 1_800_000_000_000;
const HEAD = 100;
const FEW = 100;
const MANY = 1600;

let database: TestDatabase;
let serving: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
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
    `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage, collateral, entry_price,
        entry_seq, entry_ms, open_fee, fee_rate, financing_rate, initial_margin, margin, rate, placed_rate, open_rate, financing,
        financed_ms, nights, warned, armed, realised_pnl, closes, created_ms, created_seq, fill_age_ms, updated_ms, placed_day,
        opened_day, staked, added)
      select s, s, 'contract', 'BTC/USDT', 'long', 'market', 'open', 1, 1, 10, 'contract', 1001, 50, $1, 0, 0, 0, 100.1, 100.1, 1, 1, 1,
        0, $1, '[]', 0, '{"margin":[1,"50"]}', 0, '[]', $1, 50, 1000, $1, 1, 1, 100.1, '[]' from generate_series(1, $2::int) s`,
    [NOW - 25_000, MANY],
  );
  await owner.end();
  serving = new pg.Client({ connectionString: database.appUrl });
  await serving.connect();
});
afterAll(async () => {
  await serving.end();
  await database.drop();
});

/** The least time that closing so many at the newest entry took, for one of them. */
async function microsecondsEach(count: number, tries: number): Promise<number> {
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
  const took: number[] = [];
  for (let done = 0; done < tries; done += 1) {
    await serving.query('begin');
    const startedMs = performance.now();
    const { rowCount } = await serving.query(
      `update position set status = 'closed', reason = 'customer', open_quantity = 0, margin = 0, realised_pnl = -1,
          closed_ms = $1, closes = $2
        where id <= $3`,
      [NOW + 200, JSON.stringify([record]), count],
    );
    took.push(performance.now() - startedMs);
    await serving.query('rollback');
    expect(rowCount).toBe(count);
  }
  return (Math.min(...took) * 1000) / count;
}

test('sixteen times the closings cost no more each', async () => {
  const few = await microsecondsEach(FEW, 8);
  const many = await microsecondsEach(MANY, 3);
  expect(many).toBeLessThan(few * 2.5);
}, 60_000);
